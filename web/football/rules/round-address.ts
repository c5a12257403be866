import type { MatchRow } from "../../backend/types/rows.ts";
import { paths } from "../../paths.ts";
import { competitionNamed } from "./competitions.ts";

/** A round of a competition, or the matches of a day (`match_date`) that have no round. */
export interface Round {
  league: string;
  season: string | null;
  round: string | null;
  match_date: string | null;
}

/** The parameters of a round in the address of Enter results. */
export function roundParameters({ league, season, round, match_date }: Round): string {
  const parameters = new URLSearchParams({ competition: competitionNamed(league)?.id ?? "" });
  if (season !== null) parameters.set("season", season);
  if (round !== null) parameters.set("round", round);
  else if (match_date !== null) parameters.set("day", match_date);
  return parameters.toString();
}

/** Enter results with the round of a match. */
export function enterResultsPath(match: Pick<MatchRow, keyof Round>): string {
  return `${paths.enterResults}?${roundParameters(match)}`;
}
