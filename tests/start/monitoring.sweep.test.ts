/** /metrics, and the number of a failed request in its response and in the log. */

import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../tools/host/spawn-host.ts";
import type { ClubHealth } from "../../web/football/health/health-checks.ts";
import { machineChecks } from "../../web/football/health/machine-checks.ts";
import { daysFromNow } from "../club-time.ts";
import { addSql } from "../engines/add-sql.ts";
import { ended, killLaunched, launch, serving } from "./launch.ts";

const folder = mkdtempSync(join(tmpdir(), "scoreline-monitoring-"));
const names = (text: string) => [...new Set(text.match(/\b(?:scoreline|nodejs|process)_[a-z0-9_]+/g))];

let url: string;
let metricsUrl: string;
let printed = "";
let apikey: string;

beforeAll(async () => {
  chmodSync(folder, 0o755); // PostgreSQL's user must enter it when the tests run as root
  const supabase = join(folder, "supabase");
  cpSync("supabase", supabase, { recursive: true });
  addSql(
    supabase,
    29990101000000,
    "fails",
    `create function public.fails() returns void language plpgsql as $$
     begin raise 'the cause' using errcode = 'XX000'; end $$;
     grant execute on function public.fails() to service_role;`,
  );
  const [port, metricsPort] = [await freePort(), await freePort()];
  url = `http://127.0.0.1:${port}`;
  metricsUrl = `http://127.0.0.1:${metricsPort}`;
  const DATA_DIR = join(folder, "data");
  const child = launch({
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    SUPABASE_DIR: supabase,
    DATA_DIR,
    BACKUPS: "0", // otherwise the first copy may be made between the doctor and the dashboard
  });
  child.stdout?.on("data", (chunk: Buffer) => {
    printed += chunk;
  });
  await serving(child);
  apikey = JSON.parse(readFileSync(join(DATA_DIR, "keys.json"), "utf8")).secret_key;
});
afterAll(async () => {
  await killLaunched();
  rmSync(folder, { recursive: true, force: true });
});

describe("a failed request", () => {
  it("has a number in its response, and its cause is in the log under that number", async () => {
    const answer = await fetch(`${url}/rest/v1/rpc/fails`, { method: "POST", headers: { apikey } });
    const id = answer.headers.get("x-request-id");
    expect(answer.status).toBe(500);
    expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    expect(answer.headers.get("access-control-expose-headers")).toContain("x-request-id");
    expect(await answer.text()).not.toContain("the cause");
    await expect.poll(() => printed).toContain("the cause");
    const line = printed.split("\n").find((text) => text.includes("the cause"));
    expect(JSON.parse(line ?? "")).toMatchObject({ request: id, err: { message: "the cause" } });
  });

  it("gets a number of its own even if it names one", async () => {
    const headers = { apikey, "x-request-id": "AAAAAAAA" };
    const ids = [
      await fetch(`${url}/healthz`, { headers }),
      await fetch(`${url}/rest/v1/teams`, { headers }),
    ].map((answer) => answer.headers.get("x-request-id"));
    expect(new Set([...ids, "AAAAAAAA"]).size).toBe(3);
  });
});

describe("npm run doctor", () => {
  it("names what needs attention and exits with 1", async () => {
    const match = {
      home_team_name: "Leeds",
      away_team_name: "Hull",
      match_date: daysFromNow(5),
      league: "FA Cup",
    };
    const twice = await fetch(`${url}/rest/v1/matches`, {
      method: "POST",
      headers: { apikey, "content-type": "application/json" },
      body: JSON.stringify(["Round 1", "Matchday 1"].map((round) => ({ ...match, round }))),
    });
    expect(twice.status).toBe(201);
    const doctor = launch(
      { DATA_DIR: join(folder, "data"), SITE_URL: url, HOME: folder },
      { program: ["build/commands/doctor.js"] },
    );
    let text = "";
    doctor.stdout?.on("data", (chunk: Buffer) => {
      text += chunk;
    });
    const { code, stderr } = await ended(doctor);
    expect(stderr).toBe("");
    expect(text).toMatch(/^ATTENTION {2}Mail: No mail server is set/m);
    expect(text).toMatch(/^ok {9}Scheduled work: \d+ jobs\.$/m);
    expect(text).toContain(
      `ATTENTION  Duplicates: 1 match is listed twice. Leeds v Hull (${match.match_date}). Merge them at ${url}/admin-dashboard/health.\n`,
    );
    expect(text).toMatch(/^ok {9}PostgreSQL: Version 18/m);
    expect(text).toMatch(/^(ok {9}|ATTENTION {2})Host .+ Started /m); // a busy machine is overloaded
    expect(text).toMatch(/things need attention\.\n$/);
    expect(code).toBe(1);
    for (const { title, problems } of await machineProblems())
      expect(text).toContain(`ATTENTION  ${title}: ${problems.join(" ")}`);
  });

  /** What the dashboard says about the machine, once the host has looked at it. */
  async function machineProblems() {
    const health = async () => {
      const answer = await fetch(`${url}/rest/v1/rpc/club_health`, { method: "POST", headers: { apikey } });
      return (await answer.json()) as ClubHealth;
    };
    await expect.poll(async () => (await health()).hosts[0]?.machine).toBeTruthy();
    const { hosts } = await health();
    const problems = hosts
      .flatMap(({ machine }) => (machine ? machineChecks(machine, Date.now()) : []))
      .filter((check) => check.problems.length > 0);
    expect(problems.map(({ title }) => title)).toEqual(expect.arrayContaining(["Mail", "Backup files"]));
    return problems;
  }
});

describe("/metrics", () => {
  const read = async () => (await fetch(`${metricsUrl}/metrics`)).text();

  it("counts requests by service and status", async () => {
    const count = async () =>
      Number(/duration_seconds_count\{service="rest",status="404"\} (\d+)/.exec(await read())?.[1] ?? 0);
    const before = await count();
    await (await fetch(`${url}/rest/v1/no_such_table`, { headers: { apikey } })).text();
    await expect.poll(count).toBe(before + 1);
  });

  it("has the calls and connections of the database, and the club's figures", async () => {
    const text = await read();
    expect(text).toMatch(/^scoreline_database_calls_total [1-9]/m);
    expect(text).toMatch(/^scoreline_database_connections [1-9]/m);
    expect(text).toMatch(/^scoreline_sockets 0$/m);
    expect(text).toMatch(/^scoreline_job_failed\{job="Send messages"\} 0$/m);
    expect(text).toMatch(/^scoreline_messages\{channel="email",state="waiting"\} 0$/m);
    expect(text).toMatch(/^scoreline_provider_requests_left\{period="minute"\} 10$/m);
  });

  it("has every figure that the dashboard of Grafana shows", async () => {
    const served = new Set(names(await read()));
    const shown = names(readFileSync("deploy/grafana.json", "utf8"));
    expect(shown.length).toBeGreaterThan(10);
    expect(shown.filter((name) => !served.has(name))).toEqual([]);
  });

  it("is not served at the public address", async () => {
    const answer = await fetch(`${url}/metrics`);
    expect(await answer.text()).not.toContain("scoreline_");
  });
});
