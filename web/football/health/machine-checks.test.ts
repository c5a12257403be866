import { describe, expect, it } from "vitest";
import { clockCheck, type MachineReport, machineChecks, postgresCheck } from "./machine-checks.ts";

const NOW = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;

const well: MachineReport = {
  data_folder: "/club/data",
  is_demo: false,
  free_bytes: 2 ** 30,
  unused_homes: [],
  newest_backup_ms: NOW - 2 * DAY,
  has_second_place: true,
  mail: { is_set: true, error: null },
  sends_texts: false,
  address: {
    site_url: "https://club.example.com",
    trusts_proxies: true,
    certificate_ends_ms: NOW + 14 * DAY,
    error: null,
    clock_ms: 2000,
  },
};

const problemsOf = (changes: Partial<MachineReport>, address: Partial<MachineReport["address"]> = {}) =>
  machineChecks({ ...well, ...changes, address: { ...well.address, ...address } }, NOW).flatMap(
    ({ problems }) => problems,
  );

describe("machineChecks", () => {
  it("finds nothing at the limit of each figure, and says what it saw", () => {
    expect(problemsOf({})).toEqual([]);
    expect(machineChecks(well, NOW).map(({ title }) => title)).toEqual([
      "Disk",
      "Unused databases",
      "Clock",
      "Backup files",
      "Mail",
      "Text messages",
      "Address",
    ]);
  });

  it.each<[string, Partial<MachineReport>, RegExp]>([
    ["a full disk", { free_bytes: 2 ** 30 - 1 }, /^Only 1\.0 GB are free in \/club\/data\.$/],
    ["a data folder that cannot be read", { free_bytes: null }, /cannot be read/],
    ["an old backup", { newest_backup_ms: NOW - 2 * DAY - 1 }, /^The newest backup is 2 days old\.$/],
    ["no backup", { newest_backup_ms: null }, /^There is no backup/],
    ["one place of backups", { has_second_place: false }, /same disk.*BACKUP_TO/],
    ["no mail server", { mail: { is_set: false, error: null } }, /SMTP_URL/],
    ["a mail server that refuses", { mail: { is_set: true, error: "Invalid login" } }, /Invalid login/],
  ])("names %s", (_what, changes, sentence) => {
    const problems = problemsOf(changes);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(sentence);
  });

  it.each<[string, Partial<MachineReport["address"]>, RegExp]>([
    ["a certificate that ends", { certificate_ends_ms: NOW + 14 * DAY - 1 }, /ends in 13 days/],
    ["a certificate that has ended", { certificate_ends_ms: NOW - DAY }, /ends in 0 days/],
    ["a proxy that is not trusted", { trusts_proxies: false }, /TRUSTED_PROXIES/],
    ["an address that does not answer", { error: "refused.", clock_ms: null }, /does not answer: refused\./],
    ["plain text", { site_url: "http://club.example.com", certificate_ends_ms: null }, /plain text/],
    [
      "a clock that is late",
      { clock_ms: -2001 },
      /club\.example\.com differ by 2 seconds: set both clocks by NTP/,
    ],
  ])("names %s", (_what, address, sentence) => {
    const problems = problemsOf({}, address);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(sentence);
  });

  it("wants neither https nor a proxy of an address on this machine, and neither mail nor backups of a demo", () => {
    const local = { site_url: "http://127.0.0.1:3000", trusts_proxies: false, certificate_ends_ms: null };
    expect(problemsOf({}, local)).toEqual([]);
    const demo = { is_demo: true, newest_backup_ms: null, has_second_place: false };
    expect(problemsOf({ ...demo, mail: { is_set: false, error: null } })).toEqual([]);
  });

  it("names each unused database with its size, its data folder and how to remove it", () => {
    const folder = "/var/lib/scoreline/0123456789ab";
    const [deleted, unknown] = problemsOf({
      unused_homes: [
        { folder, bytes: 2 ** 20 + 1, dataFolder: "/root/club/data" },
        { folder, bytes: 0, dataFolder: null },
      ],
    });
    expect(deleted).toMatch(/0123456789ab \(2 MB\) is the database of \/root\/club\/data.*rm -r \S+$/);
    expect(unknown).toMatch(/does not say which data folder.*find \/ -lname.*rm -r \S+$/);
  });
});

describe("clockCheck", () => {
  it.each([
    [2000, []],
    [-2001, ["This machine and PostgreSQL differ by 2 seconds: set both clocks by NTP."]],
  ])("judges clocks that differ by %i ms", (ms, problems) => {
    expect(clockCheck(NOW, { PostgreSQL: ms }).problems).toEqual(problems);
  });
});

describe("postgresCheck", () => {
  it("names settings of PostgreSQL that can lose data, and too few connections", () => {
    const settings = {
      version: "18.1",
      fsync: "on",
      full_page_writes: "on",
      synchronous_commit: "on",
      data_checksums: "on",
      max_connections: 20,
    };
    expect(postgresCheck(settings).problems).toEqual([]);
    expect(postgresCheck({ ...settings, fsync: "off", max_connections: 19 }).problems).toHaveLength(2);
    expect(postgresCheck({ ...settings, data_checksums: "off" }).facts).toHaveLength(2);
  });
});
