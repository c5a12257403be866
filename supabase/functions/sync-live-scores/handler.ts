import { unlessAdmin } from "../_http/admin.ts";
import { answer, unlessPost } from "../_http/answers.ts";
import { callAsService } from "../_http/database.ts";
import type { Handler } from "../_http/environment.ts";

/** POST without a payload asks the live-score provider for an admin. Answers { success, message }: not successful while no key is set. */
export const handle: Handler = async (request, env) => {
  const early = unlessPost(request);
  if (early) return early;
  const refused = await unlessAdmin(request, env, "sync-live-scores");
  if (refused) return refused;
  const [state] = await callAsService(env, "live_score_api_key_state", {});
  return answer({
    success: false,
    message: state?.is_set === true ? "No live-score provider is connected" : "No live-score API key is set",
  });
};
