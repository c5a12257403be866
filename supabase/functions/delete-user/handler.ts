import { callAuth, unlessAdmin } from "../_http/admin.ts";
import { answer, readObject, refuse, unlessPost } from "../_http/answers.ts";
import type { Handler } from "../_http/environment.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** POST { userId } deletes an account and its personal data for an admin. Answers { success, message } or { error }. */
export const handle: Handler = async (request, env) => {
  const early = unlessPost(request);
  if (early) return early;
  const body = await readObject(request);
  const userId = typeof body?.userId === "string" ? body.userId : "";
  const refused = await unlessAdmin(request, env, "delete-user", UUID.test(userId) ? userId : null);
  if (refused) return refused;
  if (!UUID.test(userId)) return refuse(400, "validation_failed", "A user id is needed");
  const deleted = await callAuth(env, "DELETE", `admin/users/${userId}`);
  if (deleted.ok) return answer({ success: true, message: "User deleted" });
  if (deleted.status === 404) return refuse(404, "user_not_found", "There is no such user");
  return refuse(
    409,
    "unexpected_failure",
    "Failed to delete user. The last admin of a club cannot be deleted.",
  );
};
