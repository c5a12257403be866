import { answer } from "./answers.ts";
import { callAsService } from "./database.ts";
import type { Environment } from "./environment.ts";
import { send } from "./outgoing.ts";
import type { Said } from "./said.ts";

/**
 * The scheduler's run that this call belongs to, by the body's `run`; null for other callers. The database is queried
 * as the caller: only the secret key or a service token may read runs.
 */
export async function runOf(
  request: Request,
  env: Environment,
  body: Readonly<Record<string, unknown>> | null,
): Promise<string | null> {
  const given = body?.run;
  if (typeof given !== "string" && typeof given !== "number") return null;
  const run = String(given);
  if (!/^\d{1,18}$/.test(run)) return null;
  const authorization = request.headers.get("authorization") ?? "";
  const response = await send(`${env.SUPABASE_URL}/rest/v1/rpc/is_open_job_run`, {
    method: "POST",
    headers: {
      apikey: request.headers.get("apikey") ?? env.SUPABASE_ANON_KEY ?? "",
      authorization,
      "content-type": "application/json",
    },
    body: JSON.stringify({ _run: run }),
  });
  if (response.status >= 500) throw new Error(`is_open_job_run answered ${response.status}`);
  return response.ok && (await response.json()) === true ? run : null;
}

/** A failure that has facts. */
export class RunError extends Error {
  override readonly name = "RunError";
  constructor(readonly said: Said) {
    super(said.text);
  }
}

/** Runs `work` as that run and reports the end to the scheduler. `work` resolves to a summary, or to null if there was nothing to do. */
export async function asRun(
  env: Environment,
  run: string,
  work: () => Promise<Said | null>,
): Promise<Response> {
  const ended = await work().then(
    (said) => ({ _has_failed: false, _detail: said?.text ?? null, _facts: said?.facts ?? null }),
    (error: unknown) =>
      error instanceof RunError
        ? { _has_failed: true, _detail: error.message, _facts: error.said.facts }
        : { _has_failed: true, _detail: String(error), _facts: null },
  );
  await callAsService(env, "finish_job_run", { _run: run, ...ended });
  return answer({ success: !ended._has_failed, message: ended._detail ?? "Nothing to do" });
}
