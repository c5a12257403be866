import { unlessAdmin } from "../_http/admin.ts";
import { answer, readObject, unlessPost } from "../_http/answers.ts";
import type { Handler } from "../_http/environment.ts";
import { asRun, runOf } from "../_http/scheduled.ts";
import { type Synced, syncLiveScores } from "./sync.ts";

/**
 * POST without a payload polls the live-score provider for an admin; POST { run } polls as that run of the scheduler if
 * a poll is due. Answers { success, message }, without success if no poll was sent or it failed.
 */
export const handle: Handler = async (request, env) => {
  const early = unlessPost(request);
  if (early) return early;
  const run = await runOf(request, env, await readObject(request));
  if (run) return asRun(env, run, async () => detailOf(await syncLiveScores(env, false)));
  const refused = await unlessAdmin(request, env, "sync-live-scores");
  if (refused) return refused;
  const { kind, message } = await syncLiveScores(env, true);
  return answer({ success: kind === "changed" || kind === "unchanged", message });
};

/** The text for the list of runs, or null if nothing was done. Throws the error of a failed poll. */
function detailOf({ kind, message }: Synced): string | null {
  if (kind === "failed") throw new Error(message);
  return kind === "changed" ? message : null;
}
