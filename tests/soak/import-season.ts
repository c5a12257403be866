/** Runs `npm run import` with the season of tests/seasons, renamed and moved to another year. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { premierLeague } from "../seasons/season-file.ts";
import type { Club } from "./club.ts";
import type { Workspace } from "./workspace.ts";

export const MATCHES_OF_A_SEASON = 380;
const FIRST_YEAR = 2024;

export interface Import {
  season: string;
  /** Resolves to true when the command succeeded. */
  done: Promise<boolean>;
}

/** Imports the season that began `yearsAgo` years before 2024, through the host that serves the club. */
export function importSeason(club: Club, workspace: Workspace, yearsAgo: number): Import {
  const year = FIRST_YEAR - yearsAgo;
  const season = `${year}/${String((year + 1) % 100).padStart(2, "0")}`;
  const text = readFileSync(premierLeague("2024-25"), "utf8")
    .replace(/"English Premier League [^"]*"/, `"English Premier League ${season}"`)
    .replace(/"date": ?"(\d{4})-02-29"/g, '"date": "$1-02-28"')
    .replace(/"date": ?"(\d{4})/g, (_, given: string) => `"date": "${Number(given) - yearsAgo}`);
  const file = workspace.folder("season.json");
  writeFileSync(file, text);
  const child = spawn(
    process.execPath,
    ["build/commands/import.js", file, "--competition", "Premier League"],
    { env: { PATH: process.env.PATH, DATA_DIR: club.dataDir }, stdio: "ignore" },
  );
  const done = once(child, "exit").then(([code]: (number | null)[]) => code === 0);
  workspace.started(child.pid ?? 0, done);
  return { season, done };
}
