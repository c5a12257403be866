import * as words from "#words/matches";
import { clubName } from "../../../../supabase/functions/_football/club-name.ts";
import { ordinal } from "../../../football/rules/ranking.ts";

/** A completed match. `date` is the club's, `2026-11-21`. */
export interface Result {
  home: string;
  away: string;
  home_score: number;
  away_score: number;
  date: string;
}

export interface TeamGuide {
  /** The last five results, the latest first. */
  form: (Result & { result: "W" | "D" | "L" })[];
  /** In the real table of the season; null before the team's first result. */
  place: number | null;
  played: number;
  points: number;
}

/** The answer of `match_guide`. */
export interface MatchGuide {
  home: TeamGuide;
  away: TeamGuide;
  last_meeting: Result | null;
}

/** `Arsenal 2–1 Leeds` */
export function resultInWords({ home, away, home_score, away_score }: Result): string {
  return `${clubName(home)} ${home_score}–${away_score} ${clubName(away)}`;
}

/** `3rd, 25 points from 12 matches`; null before the first result. */
export function placeInWords({ place, points, played }: TeamGuide): string | null {
  if (place === null) return null;
  return words.placeAndPoints({ place: ordinal(place), points, played });
}
