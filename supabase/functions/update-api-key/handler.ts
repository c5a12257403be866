import { unlessAdmin } from "../_http/admin.ts";
import { answer, readObject, refuse, unlessPost } from "../_http/answers.ts";
import { callAsService } from "../_http/database.ts";
import type { Handler } from "../_http/environment.ts";

const MAX_LENGTH = 500;

/** POST { apiKey } replaces the live-score provider's key for an admin. It can never be read back. Answers { success, message } or { error }. */
export const handle: Handler = async (request, env) => {
  const early = unlessPost(request);
  if (early) return early;
  const body = await readObject(request);
  const apiKey = typeof body?.apiKey === "string" ? body.apiKey.trim() : "";
  const refused = await unlessAdmin(request, env, "update-api-key");
  if (refused) return refused;
  if (apiKey === "" || apiKey.length > MAX_LENGTH)
    return refuse(400, "validation_failed", "Please enter an API key");
  await callAsService(env, "save_live_score_api_key", { _api_key: apiKey });
  return answer({ success: true, message: "API key updated" });
};
