/** Scheduled jobs with one host and several, and jobs that an admin runs. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../../eventually.ts";
import { type Host, type Person, startHost } from "../support/host.ts";

/** Two additional jobs: one records its intervals and fails if one comes twice, the other always fails. */
const JOBS = `
  create table public.beats (due timestamptz primary key);
  alter table public.beats enable row level security;
  revoke all on public.beats from anon, authenticated;
  insert into private.jobs (name, every, query) values
    ('Beat', interval '1 second', $$ with one as (
       insert into public.beats select next_run_at from private.jobs where name = 'Beat' returning 1
     ) select count(*) from one $$),
    ('Broken', interval '1 hour', 'select 1 / 0')`;

describe("scheduled jobs", () => {
  let host: Host;
  let second: Host;
  let admin: Person;

  beforeAll(async () => {
    const migrations = { jobs: JOBS };
    host = await startHost({ migrations });
    second = await startHost({ sharedWith: host, migrations });
    admin = await host.admin("Olga Organiser");
  });
  afterAll(async () => {
    await second?.stop();
    await host?.stop();
  });

  const jobs = async () => (await admin.api.rpc("scheduled_jobs")).data ?? [];
  const runs = async (job: string) => (await admin.api.rpc("scheduled_runs", { _job: job })).data ?? [];

  it("run automatically, once per interval, with several hosts", async () => {
    await eventually(async () => expect((await runs("Beat")).length).toBeGreaterThan(3));
    expect((await runs("Beat")).filter(({ has_failed }) => has_failed)).toEqual([]);
  });

  it("continue when another job fails, and the list shows the failure's reason", async () => {
    await eventually(async () =>
      expect(await runs("Broken")).toMatchObject([{ has_failed: true, detail: "division by zero (22012)" }]),
    );
    const job = (await jobs()).find(({ name }) => name === "Broken");
    expect(job).toMatchObject({ last_run_failed: true, is_running: false, every_seconds: 3600 });
  });

  it("run at once when an admin requests it, which is audited", async () => {
    const lastRun = async () => (await jobs()).find(({ name }) => name === "Clean up")?.last_run_at;
    await eventually(async () => expect(await lastRun()).toBeTruthy());
    const before = await lastRun();
    expect((await admin.api.rpc("run_job_now", { _name: "Clean up" })).error).toBeNull();
    await eventually(async () => expect(await lastRun()).not.toBe(before));
    const { data } = await admin.api.from("admin_audit_log").select("record_id").eq("action", "run_job_now");
    expect(data).toEqual([{ record_id: "Clean up" }]);
  });

  it("send a scheduled message once, with several hosts", async () => {
    const sent = await admin.api.rpc("send_club_message", {
      _title: "Kick-off soon",
      _message: "Pick now",
      _send_at: new Date(Date.now() + 1_500).toISOString(),
    });
    expect(sent.error).toBeNull();
    const received = async () =>
      (await admin.api.from("notifications").select("title").eq("title", "Kick-off soon")).data;
    expect(await received()).toEqual([]);
    const run = () => host.secret.rpc("run_job_now", { _name: "Send scheduled messages" });
    await eventually(async () => {
      await run();
      expect(await received()).toHaveLength(1);
    });
    await Promise.all([run(), run(), run()]);
    const messages = async () => (await admin.api.rpc("club_messages")).data;
    await eventually(async () => expect(await messages()).toMatchObject([{ players: 1 }]));
    expect(await received()).toHaveLength(1);
  });

  it("cannot be requested if they are not listed", async () => {
    const { error } = await admin.api.rpc("run_job_now", { _name: "Make tea" });
    expect(error).toMatchObject({ code: "22023", message: "There is no job Make tea" });
  });
});
