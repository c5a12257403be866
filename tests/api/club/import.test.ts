/** `npm run import` with the real seasons and with invalid files. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { realSeasons } from "../../seasons/season-file.ts";
import { type Host, startHost } from "../support/host.ts";

const DATA = "../shared/data";
describe("importing", () => {
  let host: Host;
  const folder = mkdtempSync(join(tmpdir(), "scoreline-import-"));
  beforeAll(async () => {
    host = await startHost();
  });
  afterAll(async () => {
    await host.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  function run(
    file: string,
    competition: string,
    ...more: string[]
  ): { status: number | null; stdout: string; stderr: string } {
    return spawnSync(
      process.execPath,
      ["build/commands/import.js", file, "--competition", competition, ...more],
      {
        env: { PATH: process.env.PATH, SUPABASE_URL: host.url, SUPABASE_SECRET_KEY: host.secretKey },
        encoding: "utf8",
      },
    );
  }
  const matchesOf = async (league: string) =>
    (await host.secret.from("matches").select("*", { count: "exact", head: true }).eq("league", league))
      .count;

  describe.skipIf(!realSeasons)("real seasons (skipped without ../shared/data)", () => {
    it("are imported completely, unchanged by a second import, and share their clubs", async () => {
      expect(run(`${DATA}/en.1.2024-25.json`, "Premier League").stdout).toContain(
        "380 matches added, 0 changed, 380 results entered, 20 teams added",
      );
      expect(run(`${DATA}/en.1.2025-26.json`, "Premier League").stdout).toContain(
        "380 matches added, 0 changed, 291 results entered, 3 teams added",
      );
      expect(
        run(`${DATA}/uefa.cl.2024-25.json`, "Champions League", "--time-zone", "Europe/Paris").stdout,
      ).toContain("189 matches added, 0 changed, 188 results entered");
      for (const file of ["en.1.2024-25.json", "en.1.2025-26.json"]) {
        expect(run(`${DATA}/${file}`, "Premier League").stdout).toContain(
          "0 matches added, 0 changed, 0 results entered, 0 teams added",
        );
      }
      expect([await matchesOf("Premier League"), await matchesOf("Champions League")]).toEqual([760, 189]);
      const { data: arsenal } = await host.secret.from("teams").select("name").like("name", "Arsenal%");
      expect(arsenal).toEqual([{ name: "Arsenal FC" }]);
      const { data: unconfirmed } = await host.secret
        .from("matches")
        .select("status, match_time, kickoff_at")
        .eq("kickoff_confirmed", false);
      expect(unconfirmed).toEqual([
        { status: "upcoming", match_time: "12:00:00", kickoff_at: "2026-03-21T08:00:00+00:00" },
      ]);
    });
  });

  /** A date in the coming year, which every file may have. */
  const year = new Date().getFullYear() + 1;
  const good = {
    round: "1",
    date: `${year}-01-02`,
    time: "15:00",
    team1: "Reading FC",
    team2: "Millwall FC",
  };
  const write = (content: string, name = "season.json"): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const season = (...matches: object[]): string => write(JSON.stringify({ name: `x ${year}`, matches }));

  describe("an invalid file is refused completely, and the error names every row", () => {
    it.each([
      ["not JSON", "{", ["The file is not JSON."]],
      [
        "wrong rows",
        JSON.stringify({
          name: "x",
          matches: [
            good,
            { ...good, round: "2", score: { ft: [51, 0] } },
            { ...good, round: "3", date: "9999-01-01" },
          ],
        }),
        [
          `Match 2 (2, Reading FC v Millwall FC, ${year}-01-02): the score 51-0 is not valid`,
          "Match 3 (3, Reading FC v Millwall FC, 9999-01-01): the date 9999-01-01 is not from 1990 to two years from now",
          "Add --skip-invalid to import the rest.",
        ],
      ],
    ])("%s", async (_name, content, messages) => {
      const done = run(write(content), "FA Cup", "--season", "x");
      expect([done.status, done.stdout]).toEqual([1, ""]);
      for (const message of messages) expect(done.stderr).toContain(message);
      expect(await matchesOf("FA Cup")).toBe(0);
    });
    it.each([
      [
        "an unknown competition",
        ["La Liga"],
        'There is no competition "La Liga". There are: Premier League, FA Cup',
      ],
      [
        "an unknown time zone",
        ["FA Cup", "--time-zone", "Mars/Olympus"],
        "There is no time zone Mars/Olympus.",
      ],
      [
        "an unknown date",
        ["FA Cup", "--season-starts", "2030-02-30"],
        "--season-starts: there is no date 2030-02-30.",
      ],
      ["an unknown option", ["FA Cup", "--force"], "Usage: npm run import"],
      [
        "a season's name that the club refuses",
        ["FA Cup", "--season", "x".repeat(41)],
        "Nothing was imported: The season's name must have 1 to 40 characters\n",
      ],
    ])("%s", async (_name, [competition = "", ...more], message) => {
      const done = run(season(good), competition, ...more);
      expect([done.status, done.stdout]).toEqual([1, ""]);
      expect(done.stderr).toContain(message);
      expect(await matchesOf("FA Cup")).toBe(0);
    });
  });

  it("says in words which match the club refuses, without the facts for pages", async () => {
    const twice = season(good, { ...good, team1: "Reading", team2: "Millwall", date: `${year}-01-03` });
    const done = run(twice, "FA Cup", "--season", "x", "--yes");
    expect([done.status, done.stderr]).toEqual([
      1,
      "Nothing was imported: 2 of 2 matches cannot be imported, the first is match 1 (Reading FC v Millwall FC): " +
        "The match is in the file twice\n",
    ]);
    expect(await matchesOf("FA Cup")).toBe(0);
  });

  it("reads CSV, describes every change by name with --dry-run, and asks before it imports what looks wrong", async () => {
    const csv = write(
      `Round,Home,Away,Date,Time,Result\n1,Walsall,Barrow AFC,${year}-01-02,15:00,\n1,Crewe Alexandra,W73,${year}-01-02,15:00,\n2,Walsall,Crewe Alexandra,${year}-02-02,9:30,\n`,
      "season.csv",
    );
    expect(run(csv, "FA Cup", "--season", `${year}/${(year + 1) % 100}`).stdout).toContain(
      "2 matches added, 0 changed, 0 results entered, 3 teams added; 2 matches in the file, 1 row skipped",
    );
    const next = season(
      { ...good, round: "2", team1: "Walsal", team2: "Crewe Alexandra", date: `${year}-02-09` },
      { ...good, team1: "Aldershot", team2: "Barrow" },
    );
    const named = ["FA Cup", "--season", `FA Cup ${year}-${(year + 1) % 100}`] as const;
    const dry = run(next, ...named, "--dry-run");
    expect(dry.status).toBe(0);
    for (const line of [
      /^New teams: 2\n {2}Aldershot\n {2}Walsal \(resembles Walsall\)$/m,
      /^Teams with another name in the club: 1\n {2}Barrow: Barrow AFC$/m,
      /^New matches: 2\n {2}Walsal v Crewe Alexandra: 2, .*\n {2}Aldershot v Barrow AFC: 1, .*$/m,
      /^Not in this file \(they stay\): 2\n {2}Walsall v Barrow AFC: .*\n {2}Walsall v Crewe Alexandra: .*$/m,
    ])
      expect(dry.stdout).toMatch(line);
    const same = ["--same", "Walsal=Walsall"] as const;
    expect(run(next, ...named, ...same, "--dry-run").stdout).toMatch(
      /^Moved: 1\n {2}Walsall v Crewe Alexandra: was 2 Feb .*, now 9 Feb .*$/m,
    );
    expect(await matchesOf("FA Cup")).toBe(2);

    const asked = run(next, ...named);
    expect([asked.status, asked.stdout]).toEqual([1, ""]);
    expect(asked.stderr).toContain('add --same "Walsal=Walsall"');
    expect(asked.stderr).toContain("2 of 2 matches would be new");
    expect(run(next, ...named, ...same).stderr).toContain("1 of 2 matches would be new");
    expect(run(next, ...named, ...same, "--yes").stdout).toContain(
      "1 match added, 1 changed, 0 results entered, 1 team added",
    );
    expect(await matchesOf("FA Cup")).toBe(3);
  });

  it("leaves out what a cancelled match would need, and imports the rest", async () => {
    const rows = [good, { ...good, round: "2", score: { ft: [1, 0] } }];
    expect(run(season(...rows), "League Cup").stdout).toContain(
      "2 matches added, 0 changed, 1 result entered",
    );
    await host.secret
      .from("matches")
      .update({ status: "cancelled" })
      .eq("league", "League Cup")
      .eq("round", "1");
    const played = season({ ...good, score: { ft: [2, 2] } }, { ...good, round: "2", score: { ft: [1, 1] } });
    expect(run(played, "League Cup").stdout).toContain(
      "1 result entered, 1 left out, 0 teams added; 2 matches in the file",
    );
  });

  it("the error names the path of an unreadable file", () => {
    const done = run(join(folder, "missing.json"), "FA Cup");
    expect(done.stderr).toContain("missing.json cannot be read");
  });
});
