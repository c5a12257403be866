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
        "380 matches added, 0 moved, 380 results entered, 20 teams added",
      );
      expect(run(`${DATA}/en.1.2025-26.json`, "Premier League").stdout).toContain(
        "380 matches added, 0 moved, 291 results entered, 3 teams added",
      );
      expect(
        run(`${DATA}/uefa.cl.2024-25.json`, "Champions League", "--time-zone", "Europe/Paris").stdout,
      ).toContain("189 matches added, 0 moved, 188 results entered");
      for (const file of ["en.1.2024-25.json", "en.1.2025-26.json"]) {
        expect(run(`${DATA}/${file}`, "Premier League").stdout).toContain(
          "0 matches added, 0 moved, 0 results entered, 0 teams added",
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
        { status: "upcoming", match_time: "00:00:00", kickoff_at: "2026-03-21T20:00:00+00:00" },
      ]);
    });
  });

  describe("an invalid file is refused completely, and the error names the match", () => {
    const good = { round: "1", date: "2030-01-01", time: "15:00", team1: "Reading FC", team2: "Millwall FC" };
    const write = (text: string): string => {
      const path = join(folder, "season.json");
      writeFileSync(path, text);
      return path;
    };
    it.each([
      ["not JSON", "{", "The file is not JSON."],
      [
        "an impossible score",
        JSON.stringify({
          name: "x 2030/31",
          matches: [good, { ...good, round: "2", score: { ft: [51, 0] } }],
        }),
        "Match 2 (2, Reading FC v Millwall FC, 2030-01-01): the score 51-0 is not valid.",
      ],
      [
        "the same pair twice in a round",
        JSON.stringify({ name: "x 2030/31", matches: [good, good] }),
        "is in the file twice",
      ],
    ])("%s", async (_name, text, message) => {
      const done = run(write(text), "FA Cup");
      expect([done.status, done.stdout]).toEqual([1, ""]);
      expect(done.stderr).toContain(message);
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
    ])("%s", async (_name, [competition = "", ...more], message) => {
      const done = run(write(JSON.stringify({ name: "x 2030/31", matches: [good] })), competition, ...more);
      expect([done.status, done.stdout]).toEqual([1, ""]);
      expect(done.stderr).toContain(message);
      expect(await matchesOf("FA Cup")).toBe(0);
    });
    it("a refusal by the database imports nothing of the file", async () => {
      const path = write(
        JSON.stringify({
          name: "x 2030/31",
          matches: [good, { ...good, round: "2", score: { ft: [1, 0] } }],
        }),
      );
      expect(run(path, "FA Cup").status).toBe(0);
      await host.secret
        .from("matches")
        .update({ status: "cancelled" })
        .eq("league", "FA Cup")
        .eq("round", "1");
      const corrected = { ...good, score: { ft: [2, 2] } };
      const done = run(
        write(JSON.stringify({ name: "x 2030/31", matches: [corrected, { ...good, round: "3" }] })),
        "FA Cup",
      );
      expect(done.status).toBe(1);
      expect(done.stderr).toContain(
        "Nothing was imported: A match that is cancelled cannot become completed",
      );
      expect(await matchesOf("FA Cup")).toBe(2);
    });
  });

  it("the error names the path of an unreadable file", () => {
    const done = run(join(folder, "missing.json"), "FA Cup");
    expect(done.stderr).toContain("missing.json cannot be read");
  });
});
