import { callAuth, unlessAdmin } from "../_http/admin.ts";
import { answer, readObject, refuse, unlessPost } from "../_http/answers.ts";
import type { Environment, Handler } from "../_http/environment.ts";
import { send } from "../_http/outgoing.ts";
import { unlessOwner } from "./owner.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const LAST_ADMIN = "Failed to delete user. The last admin of a club cannot be deleted.";

/**
 * POST { userId } closes an account for an admin, who can undo that for 24 hours, after which it is erased;
 * POST { userId, password } erases the caller's own at once. Answers { success, message, undo_id } or { error }.
 */
export const handle: Handler = async (request, env) => {
  const early = unlessPost(request);
  if (early) return early;
  const body = await readObject(request);
  const userId = typeof body?.userId === "string" ? body.userId : "";
  const password = typeof body?.password === "string" ? body.password : null;
  const refused =
    password === null
      ? await unlessAdmin(request, env, "delete-user", UUID.test(userId) ? userId : null)
      : await unlessOwner(request, env, userId, password);
  if (refused) return refused;
  if (!UUID.test(userId)) return refuse(400, "validation_failed", "A user id is needed");
  if (await isLastAdmin(env, userId)) return refuse(409, "SL007", LAST_ADMIN);
  if (password === null) return close(request, env, userId);
  const deleted = await callAuth(env, "DELETE", `admin/users/${userId}`);
  if (deleted.ok) return answer({ success: true, message: "User deleted" });
  if (deleted.status === 404) return refuse(404, "user_not_found", "There is no such user");
  // Another admin may have been removed meanwhile. Auth reports only that the database refused.
  if (await isLastAdmin(env, userId)) return refuse(409, "SL007", LAST_ADMIN);
  throw new Error(`deleting a user answered ${deleted.status}`);
};

/** Closes the account as the caller. */
async function close(request: Request, env: Environment, userId: string): Promise<Response> {
  const response = await send(
    `${env.SUPABASE_URL}/rest/v1/rpc/close_account`,
    {
      method: "POST",
      headers: {
        apikey: env.SUPABASE_ANON_KEY ?? "",
        authorization: request.headers.get("authorization") ?? "",
        "content-type": "application/json",
      },
      body: JSON.stringify({ _user_id: userId }),
    },
    { timeMs: 120_000 },
  );
  const result: unknown = await response.json();
  if (response.ok) return answer({ success: true, message: "User deleted", undo_id: result });
  if (response.status === 404) return refuse(404, "user_not_found", "There is no such user");
  // Another admin may have been removed meanwhile.
  if (await isLastAdmin(env, userId)) return refuse(409, "SL007", LAST_ADMIN);
  throw new Error(`close_account answered ${response.status}`);
}

/** Asked before the deletion, so that the database does not refuse it with an error in the log. */
async function isLastAdmin(env: Environment, userId: string): Promise<boolean> {
  const key = env.SUPABASE_SERVICE_ROLE_KEY ?? "";
  const response = await send(`${env.SUPABASE_URL}/rest/v1/user_roles?select=user_id&role=eq.admin&limit=2`, {
    headers: { apikey: key, authorization: `Bearer ${key}` },
  });
  if (!response.ok) throw new Error(`user_roles answered ${response.status}`);
  const admins: { user_id: string }[] = await response.json();
  return admins.length === 1 && admins[0]?.user_id.toLowerCase() === userId.toLowerCase();
}
