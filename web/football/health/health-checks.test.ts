import { describe, expect, it } from "vitest";
import { type ClubHealth, checksOf } from "./health-checks.ts";
import type { MachineReport } from "./machine-checks.ts";

const NOW = Date.UTC(2026, 0, 1, 12);
const ago = (seconds: number) => new Date(NOW - seconds * 1000).toISOString();

const well: ClubHealth = {
  hosts: [
    {
      host: "club:3000",
      reported_at: ago(20),
      started_at: ago(3 * 86_400),
      loop_delay_ms: 11,
      requests: 1,
      failed_requests: 0,
      memory_bytes: 200 * 2 ** 20,
      sockets: 2,
      database_connections: 2,
      database_waiting: 0,
    },
  ],
  backups: [{ kind: "copy", last_success: ago(3600), error: null, missing: false }],
  messages: [
    { channel: "email", waiting: 1, late: 0, failed: 0, paused_until: null },
    { channel: "push", waiting: 0, late: 0, failed: 0, paused_until: null },
  ],
  push_is_ready: true,
  jobs: [{ name: "Clean up", failed: false, late: false }],
  provider: {
    provider: "football_data",
    key_is_set: true,
    failures: 0,
    last_error: null,
    answered_at: ago(60),
    minute_left: 9,
    day_left: null,
  },
  duplicate_teams: 0,
  duplicate_matches: 0,
  matches_without_time: [],
  without_season: { count: 0, first: [] },
  database_bytes: 2 ** 20,
  postgres: {
    version: "18.1",
    fsync: "on",
    full_page_writes: "on",
    synchronous_commit: "on",
    data_checksums: "on",
    max_connections: 100,
  },
  now: ago(0),
};
const [host] = well.hosts;
const [email, push] = well.messages;
if (!host || !email || !push) throw new Error("incomplete sample");

const problemsOf = (changes: Partial<ClubHealth>) =>
  checksOf({ ...well, ...changes }, NOW).flatMap(({ problems }) => problems);

describe("checksOf", () => {
  it("judges the machine of each host, and says whose it is if there are several", () => {
    const machine: MachineReport = {
      data_folder: "/club/data",
      is_demo: false,
      free_bytes: 2 ** 29,
      unused_homes: [],
      newest_backup_ms: NOW,
      has_second_place: true,
      mail: { is_set: true, error: null },
      sends_texts: true,
      address: {
        site_url: "http://127.0.0.1:3000",
        trusts_proxies: false,
        certificate_ends_ms: null,
        error: null,
        clock_ms: 0,
      },
    };
    const one = { ...host, machine, database_clock_ms: -3000 };
    const checks = checksOf({ ...well, hosts: [one] }, NOW);
    expect(checks.filter(({ problems }) => problems.length > 0)).toMatchObject([
      { title: "Disk", problems: ["Only 0.5 GB are free in /club/data."] },
      { title: "Clock of PostgreSQL", problems: [expect.stringContaining("differ by 3 seconds")] },
    ]);
    const other = { ...one, host: "club:3001", database_clock_ms: 0 };
    expect(
      checksOf({ ...well, hosts: [{ ...host, machine: null }, other] }, NOW)
        .filter(({ problems }) => problems.length > 0)
        .map(({ title }) => title),
    ).toEqual(["Disk of club:3001"]);
  });

  it("finds nothing in a club that is well, and says what it saw", () => {
    const checks = checksOf(well, NOW);
    expect(checks.flatMap(({ problems }) => problems)).toEqual([]);
    expect(checks.map(({ title }) => title)).toEqual([
      "Host club:3000",
      "Backups",
      "Messages",
      "Scheduled work",
      "Live scores",
      "Duplicates",
      "Kick-offs",
      "Database",
      "PostgreSQL",
    ]);
    expect(checks.flatMap(({ facts }) => facts)).toEqual([
      "Started 3 d ago, with 200 MB of memory.",
      "1 request in half a minute, and 2 pages open for live updates.",
      "The last daily copy on this machine was made 1 h ago.",
      "Waiting: 1 email and 0 push messages.",
      "1 job.",
      "football-data.org. It last answered 1 min ago.",
      "9 requests left this minute.",
      "No team or match is listed twice.",
      "Each match of the next three days has a time.",
      "1 MB.",
      "Version 18.1.",
    ]);
  });

  it.each([
    [119, []],
    [121, ["It last reported 2 min ago. Is it still running?"]],
  ])("judges a host that reported %i seconds ago", (seconds, problems) => {
    expect(problemsOf({ hosts: [{ ...host, reported_at: ago(seconds) }] })).toEqual(problems);
  });

  it("names failed requests, a slow host and a waiting database", () => {
    const hosts = [{ ...host, failed_requests: 1, loop_delay_ms: 201, database_waiting: 2 }];
    expect(problemsOf({ hosts })).toEqual([
      "1 request failed in the last half minute.",
      "It is overloaded: it reacts after 201 ms.",
      "2 requests waited for the database.",
    ]);
    expect(problemsOf({ hosts: [{ ...host, loop_delay_ms: 200 }] })).toEqual([]);
  });

  it("names backups that failed or are missing, and a host without any after its first hour", () => {
    const copy = {
      kind: "copy" as const,
      last_success: ago(3 * 86_400),
      error: "The disk is full",
      missing: true,
    };
    expect(problemsOf({ backups: [copy] })).toEqual([
      "The last daily copy on this machine failed: The disk is full",
      "There is no daily copy on this machine of the last two days.",
    ]);
    const none = ["No host makes backups. BACKUP_TO switches daily ones on."];
    expect(problemsOf({ backups: [] })).toEqual(none);
    expect(problemsOf({ backups: [], hosts: [{ ...host, started_at: ago(3600) }] })).toEqual([]);
    expect(problemsOf({ backups: [], hosts: [] })).toEqual([]);
  });

  it("names messages that are refused, late or failed", () => {
    const messages = [{ ...email, late: 2, failed: 1, paused_until: ago(-90) }, push];
    expect(problemsOf({ messages })).toEqual([
      "The server of the channel “email” refuses every message. The next try is in 2 minutes.",
      "2 emails should have been sent more than ten minutes ago.",
      "1 email failed in the last day.",
    ]);
  });

  it("says that push messages have no keys", () => {
    expect(problemsOf({ push_is_ready: false })).toHaveLength(1);
  });

  it("names jobs that failed or are late", () => {
    const jobs = [
      { name: "Clean up", failed: true, late: false },
      { name: "Remind players", failed: false, late: true },
    ];
    expect(problemsOf({ jobs })).toEqual([
      "“Clean up” failed at its last run. Scheduled work has the reason.",
      "“Remind players” is late. Does a host run, or pg_cron?",
    ]);
  });

  it("counts teams and matches that are listed twice", () => {
    expect(problemsOf({ duplicate_teams: 1, duplicate_matches: 300 })).toEqual([
      "1 team is listed under two names.",
      "300 matches are listed twice.",
    ]);
  });

  it("names each match of the next days without a time", () => {
    expect(problemsOf({ matches_without_time: ["Leeds v Hull, 21 Nov 2026"] })).toEqual([
      "Leeds v Hull, 21 Nov 2026: the time is still to be confirmed.",
    ]);
  });

  it("names the matches without a season", () => {
    const first = ["Leeds v Hull, 21 Nov 2026", "Bury v Wigan, 20 Nov 2026"];
    expect(problemsOf({ without_season: { count: 3, first } })).toEqual([
      "3 matches have no season: Leeds v Hull, 21 Nov 2026; Bury v Wigan, 20 Nov 2026 and 1 more.",
    ]);
    expect(problemsOf({ without_season: { count: 1, first: first.slice(1) } })).toEqual([
      "1 match has no season: Bury v Wigan, 20 Nov 2026.",
    ]);
  });

  it("names the provider's error, and nothing without a provider", () => {
    const failing = { ...well.provider, failures: 1, last_error: "HTTP 500" };
    expect(problemsOf({ provider: failing })).toEqual(["1 poll failed: HTTP 500."]);
    expect(problemsOf({ provider: { ...failing, key_is_set: false } })).toEqual([]);
  });
});
