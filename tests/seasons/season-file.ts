/** A season in openfootball's format: the real one of ../shared/data, or a generated one without that folder. */
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const REAL = "../shared/data";

/** True if the real seasons exist. Otherwise tests that need them are skipped, which a full run counts as a failure. */
export const realSeasons = existsSync(REAL);

/** The path of a Premier League season of 380 matches, 291 or more of them with a result. */
export function premierLeague(season: "2024-25" | "2025-26"): string {
  if (realSeasons) return `${REAL}/en.1.${season}.json`;
  const path = join(mkdtempSync(join(tmpdir(), "scoreline-season-")), `en.1.${season}.json`);
  writeFileSync(
    path,
    JSON.stringify({ name: `English Premier League ${season.replace("-", "/")}`, matches: madeUp() }),
  );
  return path;
}

function madeUp(): object[] {
  const names = Array.from({ length: 20 }, (_, index) => `${"ABCDEFGHIJKLMNOPQRST"[index]}town FC`);
  const [fixed = "", ...others] = names;
  return Array.from({ length: 38 }, (_, round) => {
    const turn = round % 19;
    const circle = [fixed, ...others.slice(turn), ...others.slice(0, turn)];
    return circle.slice(0, 10).map((name, place) => {
      const opponent = circle[19 - place] ?? "";
      const [team1, team2] = round < 19 === (place + turn) % 2 > 0 ? [name, opponent] : [opponent, name];
      const date = new Date(Date.UTC(2024, 7, 17 + 7 * round)).toISOString().slice(0, 10);
      return {
        round: `Matchday ${round + 1}`,
        date,
        time: "15:00",
        team1,
        team2,
        score: { ft: [(round + place) % 4, (round * place) % 3] },
      };
    });
  }).flat();
}
