import { describe, expect, it } from "vitest";
import {
  addressCheck,
  backupsCheck,
  clockCheck,
  diskCheck,
  duplicateNames,
  mailCheck,
  postgresCheck,
  unusedHomesCheck,
  versionCheck,
} from "./checks.ts";

const NOW = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;

describe("doctor", () => {
  it("names ten duplicates and where to merge them", () => {
    const team = { id: "", logo_url: null, matches: 0, predictions: 0 };
    const teams = Array.from({ length: 11 }, (_, n) => ({
      keep: { ...team, name: `Club ${n}` },
      remove: { ...team, name: `FC ${n}` },
    }));
    expect(duplicateNames({ teams: teams.slice(0, 1), matches: [] }, "https://x.example/health")).toEqual([
      "FC 0 and Club 0.",
      "Merge them at https://x.example/health.",
    ]);
    expect(duplicateNames({ teams: teams.slice(1), matches: [] }, "")[0]).not.toContain("more");
    expect(duplicateNames({ teams, matches: [] }, "")[0]).toMatch(/; FC 9 and Club 9; and 1 more\.$/);
  });

  it.each([
    [2 ** 30, 0],
    [2 ** 30 - 1, 1],
  ])("judges %i free bytes", (bytes, problems) => {
    expect(diskCheck(bytes, "/data").problems).toHaveLength(problems);
  });

  it.each([
    [2000, []],
    [-2001, ["This machine and PostgreSQL differ by 2 seconds: set both clocks by NTP."]],
  ])("judges clocks that differ by %i ms", (ms, problems) => {
    expect(clockCheck(NOW, { PostgreSQL: NOW + ms }).problems).toEqual(problems);
  });

  it("names each unused database with its size, its data folder and how to remove it", () => {
    const folder = "/var/lib/scoreline/0123456789ab";
    const [deleted, unknown] = unusedHomesCheck([
      { folder, bytes: 2 ** 20 + 1, dataFolder: "/root/club/data" },
      { folder, bytes: 0, dataFolder: null },
    ]).problems;
    expect(deleted).toMatch(/0123456789ab \(2 MB\) is the database of \/root\/club\/data.*rm -r \S+$/);
    expect(unknown).toMatch(/does not say which data folder.*find \/ -lname.*rm -r \S+$/);
    expect(unusedHomesCheck([]).problems).toEqual([]);
  });

  it("wants a backup of the last two days in two places, and none of a demo", () => {
    const facts = { newestMs: NOW - 2 * DAY, secondPlace: "/mnt/backup", isDemo: false };
    expect(backupsCheck(facts, NOW).problems).toEqual([]);
    expect(backupsCheck({ ...facts, newestMs: NOW - 2 * DAY - 1 }, NOW).problems).toEqual([
      "The newest backup is 2 days old.",
    ]);
    expect(backupsCheck({ ...facts, newestMs: null }, NOW).problems).toHaveLength(1);
    expect(backupsCheck({ ...facts, secondPlace: undefined }, NOW).problems).toHaveLength(1);
    expect(backupsCheck({ newestMs: null, secondPlace: undefined, isDemo: true }, NOW).problems).toEqual([]);
  });

  it("wants a mail server that accepts the sign-in", () => {
    expect(mailCheck(null).problems).toEqual([]);
    expect(mailCheck(undefined).problems[0]).toContain("SMTP_URL");
    expect(mailCheck("Invalid login").problems[0]).toContain("Invalid login");
  });

  it("wants https, a trusted proxy, an answer and a certificate of two more weeks", () => {
    const facts = {
      siteUrl: "https://club.example.com",
      trustedProxies: "127.0.0.1",
      certificateEndsMs: NOW + 14 * DAY,
      error: null,
    };
    expect(addressCheck(facts, NOW).problems).toEqual([]);
    expect(addressCheck({ ...facts, certificateEndsMs: NOW + 14 * DAY - 1 }, NOW).problems).toEqual([
      "The certificate ends in 13 days: is it renewed?",
    ]);
    expect(addressCheck({ ...facts, trustedProxies: "" }, NOW).problems).toHaveLength(1);
    expect(addressCheck({ ...facts, error: "refused." }, NOW).problems).toHaveLength(1);
    const http = { ...facts, siteUrl: "http://club.example.com", certificateEndsMs: null };
    expect(addressCheck(http, NOW).problems).toHaveLength(1);
    expect(addressCheck({ ...http, siteUrl: "http://127.0.0.1:3000" }, NOW).problems).toEqual([]);
  });

  it("compares versions by number", () => {
    expect(versionCheck("1.9.0", "1.10.0").problems).toHaveLength(1);
    expect(versionCheck("1.10.0", "1.9.0").problems).toEqual([]);
    expect(versionCheck("1.10.0", null).facts[0]).toContain("could not");
  });

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
