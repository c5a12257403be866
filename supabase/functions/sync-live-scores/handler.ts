import { unlessAdmin } from "../_http/admin.ts";
import { answer, readObject, unlessPost } from "../_http/answers.ts";
import type { Handler } from "../_http/environment.ts";
import type { Said } from "../_http/said.ts";
import { asRun, RunError, runOf } from "../_http/scheduled.ts";
import { type Synced, syncLiveScores } from "./sync.ts";

/**
 * POST without a payload polls the live-score provider for an admin; POST { run } polls as that run of the scheduler if
 * a poll is due. Answers { success, message, facts }, without success if no poll was sent or it failed.
 */
export const handle: Handler = async (request, env) => {
  const early = unlessPost(request);
  if (early) return early;
  const run = await runOf(request, env, await readObject(request));
  if (run) return asRun(env, run, async () => detailOf(await syncLiveScores(env, false)));
  const refused = await unlessAdmin(request, env, "sync-live-scores");
  if (refused) return refused;
  const { kind, text, facts } = await syncLiveScores(env, true);
  return answer({ success: kind === "changed" || kind === "unchanged", message: text, facts });
};

/** What the list of runs shows, or null if nothing was done. Throws for a failed poll. */
function detailOf({ kind, text, facts }: Synced): Said | null {
  if (kind === "failed") throw new RunError({ text: `Error: ${text}`, facts });
  return kind === "changed" ? { text, facts } : null;
}
