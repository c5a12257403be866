/** Runs the jobs of the extension pg_cron (server/database/extensions). */
import type { Database } from "../database/database.ts";
import { BY_HOST } from "../database/extensions.ts";
import { STOP_MS, within } from "../stop.ts";
import { type IsDue, readSchedule } from "./schedule.ts";

export interface CronDeps {
  database: Pick<Database, "query" | "listen">;
  /** Runs a command in a connection of its own, as the role of the host. */
  runCommand: (command: string) => Promise<void>;
  log: (event: string, error: unknown) => void;
}

interface Job {
  id: string;
  command: string;
  username: string;
  isDue: IsDue;
  lastRun: number;
}

const TICK_MS = 1000;

const IS_HERE = `select exists (select from pg_extension where extname = 'pg_cron' and extversion like '%${BY_HOST}') as here`;
const JOBS =
  "select jobid::text as id, schedule, command, username from cron.job where active order by jobid";
const BEGIN = `insert into cron.job_run_details (jobid, job_pid, database, username, command, status, start_time)
  values ($1::bigint, 0, current_database(), $2, $3, 'running', clock_timestamp()) returning runid::text`;
const END = `update cron.job_run_details set status = $2, return_message = $3, end_time = clock_timestamp()
  where runid = $1::bigint`;
/** A host that was stopped left its runs. */
const ABANDONED = `update cron.job_run_details set status = 'failed', return_message = 'the host stopped', end_time = clock_timestamp()
  where status = 'running'`;

/** A job that still runs is not started a second time. The result stops the jobs and waits a short time for those that run. */
export async function startCron(deps: CronDeps): Promise<() => Promise<void>> {
  const { database, log } = deps;
  const running = new Map<string, Promise<void>>();
  let jobs: Job[] = [];
  let role = "";
  let timer: NodeJS.Timeout | undefined;

  const load = async () => {
    const [found] = await database.query<{ here: boolean }>(IS_HERE);
    const rows = found?.here ? await database.query<Row>(JOBS) : [];
    const [own] = await database.query<{ role: string }>("select session_user as role");
    role = own?.role ?? "";
    const before = new Map(jobs.map((job) => [job.id, job.lastRun]));
    jobs = rows.flatMap(({ schedule, ...row }) => {
      const isDue = readSchedule(schedule);
      if (!isDue) log(`job ${row.id} of pg_cron has a schedule that cannot be read`, schedule);
      return isDue ? [{ ...row, isDue, lastRun: before.get(row.id) ?? Date.now() }] : [];
    });
    clearInterval(timer);
    if (jobs.length > 0) timer = setInterval(tick, TICK_MS).unref();
  };
  const reload = () =>
    void load().catch((error: unknown) => log("the jobs of pg_cron cannot be read", error));
  const tick = () => {
    const now = Date.now();
    for (const job of jobs) {
      if (running.has(job.id) || !job.isDue(now, job.lastRun)) continue;
      job.lastRun = now;
      const run = runJob(deps, job, role)
        .catch((error: unknown) => {
          log(`job ${job.id} of pg_cron cannot be recorded`, error);
          reload(); // the extension may have been dropped
        })
        .finally(() => running.delete(job.id));
      running.set(job.id, run);
    }
  };

  const unlisten = await database.listen("host_jobs", reload, reload);
  await load();
  if (jobs.length > 0) await database.query(ABANDONED);
  return async () => {
    clearInterval(timer);
    jobs = [];
    await unlisten();
    await within(STOP_MS.work, Promise.all(running.values()));
  };
}

interface Row {
  id: string;
  schedule: string;
  command: string;
  username: string;
}

async function runJob({ database, runCommand }: CronDeps, job: Job, role: string): Promise<void> {
  const [run] = await database.query<{ runid: string }>(BEGIN, [job.id, job.username, job.command]);
  let failure: string | null = null;
  try {
    // A command could reset a role that is set for it, and get the host's.
    if (job.username !== role) throw new Error(`the host runs jobs of the role ${role} only`);
    await runCommand(job.command);
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  }
  await database.query(END, [run?.runid ?? "", failure === null ? "succeeded" : "failed", failure ?? ""]);
}
