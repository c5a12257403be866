/** What the database is to do again and again: SUPABASE_DIR/jobs.json, the part that pg_cron plays on Supabase. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Database } from "./database/database.ts";
import { StartError } from "./database/start-error.ts";

const schema = z.array(
  z.object({ name: z.string().min(1), every_seconds: z.number().min(1).max(86_400), sql: z.string().min(1) }),
);
export type Job = z.infer<typeof schema>[number];

/** Throws StartError when the file is no list of jobs. */
export function readJobs(supabaseDir: string): Job[] {
  const path = join(supabaseDir, "jobs.json");
  if (!existsSync(path)) return [];
  try {
    return schema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : error;
    throw new StartError(`${path} is not a list of { name, every_seconds, sql }: ${reason}`);
  }
}

/** Runs each job in its rhythm, never twice at once; a failed run is told and tried again in the next. */
export function startJobs(
  db: Database,
  jobs: readonly Job[],
  failed: (job: Job, error: unknown) => void,
): () => void {
  const timers = jobs.map((job) => {
    let running = false;
    const run = async () => {
      if (running) return;
      running = true;
      await db.query(job.sql).catch((error: unknown) => failed(job, error));
      running = false;
    };
    void run();
    return setInterval(run, job.every_seconds * 1000).unref();
  });
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}
