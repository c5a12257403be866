import { newTemporaryPassword } from "../_accounts/temporary-password.ts";
import { callAuth, unlessAdmin } from "../_http/admin.ts";
import { answer, readObject, refuse, unlessPost } from "../_http/answers.ts";
import type { Handler } from "../_http/environment.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * POST { userId } replaces the password of a player who is not an admin, for an admin. Answers { password }, the only place where
 * the password appears. The change ends every session of the player. The mark `temporary_password` in app_metadata, which a
 * player cannot write, refuses the player's writes until the player has chosen a password.
 */
export const handle: Handler = async (request, env) => {
  const early = unlessPost(request);
  if (early) return early;
  const body = await readObject(request);
  const userId = typeof body?.userId === "string" ? body.userId : "";
  const known = UUID.test(userId) ? userId : null;
  const refused = await unlessAdmin(request, env, "set-temporary-password", known);
  if (refused) return refused;
  if (known === null) return refuse(400, "validation_failed", "A user id is needed");
  const password = newTemporaryPassword();
  const changed = await callAuth(env, "PUT", `admin/users/${known}`, {
    password,
    app_metadata: { temporary_password: true },
  });
  if (changed.ok) return answer({ password });
  if (changed.status === 404) return refuse(404, "user_not_found", "There is no such user");
  throw new Error(`setting a password answered ${changed.status}`);
};
