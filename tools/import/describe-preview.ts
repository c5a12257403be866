/** Prints what an import would do, by name. */
import type { FixtureFile, LeftOutRow } from "../../web/football/fixtures/imported-match.ts";

/** The answer of the database function `preview_import`, which describes it. */
export interface ImportPreview {
  season: string;
  matches: PlannedMatch[];
  /** Teams whose name in the file differs from the club's. */
  teams: { name: string; team: string | null; resembles: string | null }[];
}

interface PlannedMatch {
  /** Null for a match of the club that the file lacks. */
  place: number | null;
  round: string | null;
  home: string | null;
  away: string | null;
  match_date: string | null;
  match_time: string;
  kickoff_confirmed: boolean;
  home_score: number | null;
  away_score: number | null;
  file_status: string | null;
  changes: string[];
  reason: string | null;
  before: {
    match_date: string;
    match_time: string;
    kickoff_confirmed: boolean;
    round: string | null;
    home_score: number | null;
    away_score: number | null;
  } | null;
}

/** The number of matches that the club does not have yet. */
export function newMatches({ matches }: ImportPreview): number {
  return matches.filter(({ changes }) => changes.includes("added")).length;
}

/** Whether the club has matches of the season. */
export function isKnownSeason({ matches }: ImportPreview): boolean {
  return matches.some(({ changes }) => !changes.includes("added") && !changes.includes("refused"));
}

/** The groups of a preview with their lines; groups without lines are left out. Times are the club's. */
export function describePreview(preview: ImportPreview, file: FixtureFile, competition: string): string {
  const having = (change: string) => preview.matches.filter(({ changes }) => changes.includes(change));
  const groups: [title: string, lines: string[]][] = [
    ["Rows that cannot be used", [...file.invalid.map(leftOut), ...having("refused").map(withReason)]],
    ["For you to decide", having("undecided").map(withReason)],
    [
      "New teams",
      preview.teams
        .filter(({ team }) => team === null)
        .map(({ name, resembles }) => (resembles ? `${name} (resembles ${resembles})` : name)),
    ],
    [
      "Teams with another name in the club",
      preview.teams.flatMap(({ name, team }) => (team === null ? [] : [`${name}: ${team}`])),
    ],
    ["New matches", having("added").map((match) => `${when(match)}  ${nameOf(match)}`)],
    [
      "Moved",
      having("moved").map(
        (match) => `${nameOf(match)}: ${match.before ? when(match.before) : ""} to ${when(match)}`,
      ),
    ],
    [
      "Other round",
      having("round").map((match) => `${nameOf(match)}: ${match.before?.round ?? "none"} to ${match.round}`),
    ],
    ["Home and away exchanged", having("exchanged").map(nameOf)],
    ["New results", having("result").map(withScore)],
    [
      "Changed results",
      having("corrected").map(
        (match) => `${withScore(match)} (was ${match.before?.home_score}–${match.before?.away_score})`,
      ),
    ],
    [
      "Cancelled",
      having("cancelled").map(
        (match) =>
          nameOf(match) + (match.file_status === "awarded" ? " (awarded; --count-awarded counts it)" : ""),
      ),
    ],
    ["Not in this file (they stay)", having("missing").map((match) => `${when(match)}  ${nameOf(match)}`)],
    ["Left out", file.skipped.map(leftOut)],
  ];
  const shown = groups.filter(([, lines]) => lines.length > 0);
  const unchanged = having("unchanged").length;
  return [
    `${competition} ${preview.season}. Nothing was written.`,
    ...shown.map(
      ([title, lines]) => `\n${title}: ${lines.length}\n${lines.map((line) => `  ${line}`).join("\n")}`,
    ),
    `\nUnchanged: ${unchanged}`,
  ].join("\n");
}

function nameOf({ home, away }: PlannedMatch): string {
  return `${home ?? "?"} v ${away ?? "?"}`;
}

function withScore({ home, away, home_score, away_score }: PlannedMatch): string {
  return `${home} ${home_score}–${away_score} ${away}`;
}

function withReason(match: PlannedMatch): string {
  return `${match.place === null ? "" : `Match ${match.place}, `}${nameOf(match)}: ${match.reason}`;
}

function leftOut({ label, reason }: LeftOutRow): string {
  return `${label}: ${reason}`;
}

function when({
  match_date,
  match_time,
  kickoff_confirmed,
}: Pick<PlannedMatch, "match_date" | "match_time" | "kickoff_confirmed">): string {
  return `${match_date} ${kickoff_confirmed ? match_time.slice(0, 5) : "(time to be confirmed)"}`;
}
