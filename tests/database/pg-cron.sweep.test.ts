/** Scheduled jobs that pg_cron runs without a host, as on Supabase. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "../../server/database/database.ts";
import { openDatabase } from "../../server/database/open.ts";
import { migrateClub } from "../engines/migrate-club.ts";
import { type Cluster, startCluster } from "../engines/postgres-cluster.ts";
import { eventually } from "../eventually.ts";

let cluster: Cluster;
let db: Database;

beforeAll(async () => {
  const settings = { shared_preload_libraries: "pg_cron", "cron.database_name": "postgres" };
  cluster = await startCluster({ server: "debian", settings });
  db = await openDatabase({ url: cluster.url("postgres"), dataDir: "" });
  await migrateClub(db);
  await db.script(`insert into private.jobs (name, every, query)
    values ('Count to three', interval '1 hour', 'select 3'), ('Broken', interval '1 hour', 'select 1 / 0')`);
});
afterAll(async () => {
  await db.close();
  await cluster.stop();
});

it("due jobs run in separate transactions and appear in the admins' list", async () => {
  await db.query("select private.schedule_with_pg_cron(null, null)");
  // pg_cron before 1.5 (Debian 12) has no seconds, so its first run is at the next full minute.
  await eventually(async () =>
    expect(
      await db.query("select job, has_failed, detail from public.scheduled_runs() order by job"),
    ).toMatchObject([
      { job: "Broken", has_failed: true, detail: "division by zero (22012)" },
      { job: "Count to three", has_failed: false, detail: "3" },
    ]),
  );
  const jobs = await db.query<{ name: string; last_run_failed: boolean | null }>(
    "select name, last_run_failed from public.scheduled_jobs() where last_run_at is not null",
  );
  expect(jobs).toContainEqual({ name: "Start due matches", last_run_failed: false });
});

it("without the address of the functions no function is claimed", async () => {
  const claimed = await db.query(
    "select from private.jobs where edge_function is not null and last_run_at is not null",
  );
  expect(claimed).toEqual([]);
});

it("scheduling twice creates one schedule", async () => {
  await db.query("select private.schedule_with_pg_cron(null, null)");
  expect(await db.query("select jobname from cron.job order by jobname")).toEqual([
    { jobname: "scoreline" },
    { jobname: "scoreline history" },
  ]);
});

it("pg_cron's history is deleted after a day", async () => {
  const [job] = await db.query<{ command: string }>(
    "select command from cron.job where jobname = 'scoreline history'",
  );
  await db.script("update cron.job_run_details set end_time = end_time - interval '2 days'");
  await db.script(job?.command ?? "");
  expect(
    await db.query("select from cron.job_run_details where end_time < now() - interval '1 day'"),
  ).toEqual([]);
});
