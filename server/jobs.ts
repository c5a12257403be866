/** Runs the SQL of SUPABASE_DIR/jobs.json at intervals, as pg_cron does on Supabase. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Database } from "./database/database.ts";
import { StartError } from "./database/start-error.ts";
import type { Keys } from "./gateway/keys.ts";
import { limitedFetch } from "./outgoing.ts";
import { STOP_MS } from "./stop.ts";

const schema = z.array(
  z.object({
    name: z.string().min(1),
    every_seconds: z.number().min(1).max(86_400),
    /** A NOTIFY on this channel runs the job before its next interval. */
    wakes_on: z.string().min(1).optional(),
    sql: z.string().min(1),
    /** Run after a failed call: $1 is the row that requested it as JSON, $2 the reason. */
    call_failed: z.string().min(1).optional(),
  }),
);
export type Job = z.infer<typeof schema>[number];

/** Throws StartError if the file is invalid. */
export function readJobs(supabaseDir: string): Job[] {
  const path = join(supabaseDir, "jobs.json");
  if (!existsSync(path)) return [];
  try {
    return schema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : error;
    throw new StartError(
      `${path} is not a list of { name, every_seconds, wakes_on, sql, call_failed }: ${reason}`,
    );
  }
}

export interface JobDeps {
  database: Pick<Database, "query" | "listen">;
  /** POSTs the body to an edge function with the secret key. Rejects if the function cannot be reached or fails. */
  callFunction: (name: string, body: unknown, signal: AbortSignal) => Promise<void>;
  failed: (job: Job, error: unknown) => void;
}

/** Longer than a function may take to begin its answer; a scheduled function answers with one line. */
const request = limitedFetch({ timeMs: 400_000, bytes: 64 * 1024 });

/**
 * Runs each job at its interval and when it is notified, never twice at once. Failures are reported and retried at the
 * next interval. A row with a field `edge_function` means that more may be due: the job runs again immediately until
 * there is no such row. If the field names a function, the function is called with the rest of the row without waiting
 * for the response. The result stops the jobs and resolves when nothing is running; calls that take too long are
 * aborted and count as failed.
 */
export function startJobs(deps: JobDeps, jobs: readonly Job[]): () => Promise<void> {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  let stopped = false;
  const watch = (work: Promise<void>) => {
    const ended = work.finally(() => underWay.delete(ended));
    underWay.add(ended);
    return ended;
  };
  const call = (job: Job, name: string, body: Row) =>
    void watch(callOne(deps, job, name, body, stopping.signal));
  const schedules = jobs.map((job) => {
    let running = false;
    let woken = false;
    const run = async () => {
      if (running) return;
      running = true;
      do {
        woken = false;
        const all = runUntilDone(deps.database, job, call, () => stopped);
        await watch(all.catch((error: unknown) => deps.failed(job, error)));
      } while (woken && !stopped);
      running = false;
    };
    // The current run may already have read the rows, so the job runs once more.
    const wake = () => {
      if (stopped) return;
      woken = true;
      void run();
    };
    void run();
    const timer = setInterval(run, job.every_seconds * 1000).unref();
    const unlisten = listen(deps, job, wake);
    // Notifications sent before LISTEN took effect were missed.
    if (job.wakes_on !== undefined) void unlisten.then(wake);
    return { timer, unlisten };
  });
  return async () => {
    stopped = true;
    for (const { timer } of schedules) clearInterval(timer);
    const timeout = setTimeout(() => stopping.abort(new Error("the host is stopping")), STOP_MS.work);
    await Promise.all(schedules.map(async ({ unlisten }) => (await unlisten)()));
    while (underWay.size > 0) await Promise.all(underWay);
    clearTimeout(timeout);
  };
}

/** Never rejects. A failure is reported, and the job still runs at its interval. */
async function listen(
  { database, failed }: JobDeps,
  job: Job,
  wake: () => void,
): Promise<() => Promise<void>> {
  const noop = async () => {};
  if (job.wakes_on === undefined) return noop;
  try {
    return await database.listen(job.wakes_on, wake, wake);
  } catch (error) {
    failed(job, error);
    return noop;
  }
}

type Row = Readonly<Record<string, unknown>>;

async function runUntilDone(
  database: JobDeps["database"],
  job: Job,
  call: (job: Job, name: string, body: Row) => void,
  stopped: () => boolean,
) {
  while (!stopped()) {
    const answers = (await database.query<Row>(job.sql)).filter((row) => "edge_function" in row);
    if (answers.length === 0) return;
    for (const { edge_function: name, ...body } of answers) {
      if (typeof name === "string") call(job, name, body);
    }
  }
}

/** Never rejects. A failure is reported to `failed` and to the database through `call_failed`. */
async function callOne(
  { database, callFunction, failed }: JobDeps,
  job: Job,
  name: string,
  body: Row,
  signal: AbortSignal,
): Promise<void> {
  try {
    await callFunction(name, body, signal);
  } catch (error) {
    failed(job, error);
    if (job.call_failed === undefined) return;
    const told = database.query(job.call_failed, [JSON.stringify(body), String(error)]);
    await told.catch((second: unknown) => failed(job, second));
  }
}

/** Calls the host's own functions over HTTP, so that the limits of functions apply. */
export function functionCaller(ownUrl: string, keys: Pick<Keys, "secret_key">): JobDeps["callFunction"] {
  return async (name, body, signal) => {
    const answer = await request(`${ownUrl}/functions/v1/${name}`, {
      method: "POST",
      headers: {
        apikey: keys.secret_key,
        authorization: `Bearer ${keys.secret_key}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
      signal,
    });
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}`);
  };
}
