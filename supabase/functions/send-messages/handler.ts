import { readObject, refuse, unlessPost } from "../_http/answers.ts";
import type { Handler } from "../_http/environment.ts";
import { asRun, runOf } from "../_http/scheduled.ts";
import { sendMessages } from "./run.ts";

/** POST { run } sends the queued messages, for the scheduler only. Answers { success, message }. */
export const handle: Handler = async (request, env) => {
  const early = unlessPost(request);
  if (early) return early;
  const run = await runOf(request, env, await readObject(request));
  if (run === null) return refuse(403, "SL003", "Only the scheduler sends messages");
  return asRun(env, run, () => sendMessages(env));
};
