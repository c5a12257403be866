import { describe, expect, it } from "vitest";
import { duplicateNames, settingsCheck, versionCheck } from "./checks.ts";

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

  it("names settings of PostgreSQL that are not the host's", () => {
    const folder = "/data/database";
    const own = { name: "shared_buffers", value: "1GB", written: "64MB" };
    const unsafe = { name: "fsync", value: "off", written: "on" };
    expect(settingsCheck({ folder, isRead: true, others: [] })).toMatchObject({
      problems: [],
      facts: ["They are the host's."],
    });
    expect(settingsCheck({ folder, isRead: true, others: [own] })).toMatchObject({
      problems: [],
      facts: ["Replaced by the club's own: shared_buffers is 1GB instead of 64MB."],
    });
    expect(settingsCheck({ folder, isRead: true, others: [own, unsafe] }).problems).toEqual([
      "The club can lose data or space: fsync is off instead of on.",
    ]);
    expect(settingsCheck({ folder, isRead: false, others: [own] })).toMatchObject({
      problems: [expect.stringContaining("at the end of postgresql.conf in /data/database")],
      facts: [],
    });
  });

  it("compares versions by number", () => {
    expect(versionCheck("1.9.0", "1.10.0").problems).toHaveLength(1);
    expect(versionCheck("1.10.0", "1.9.0").problems).toEqual([]);
    expect(versionCheck("1.10.0", null).facts[0]).toContain("could not");
  });
});
