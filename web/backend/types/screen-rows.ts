/** What the screen for the bar shows to anyone with its link, and what organisers see of the link. */
import type { FunctionRow } from "./derive.ts";
import type { MatchRow } from "./rows.ts";

/** A match as the screen shows it, without its id. */
export type ScreenMatch = Pick<
  MatchRow,
  | "home_team_name"
  | "away_team_name"
  | "home_team_logo"
  | "away_team_logo"
  | "league"
  | "status"
  | "home_score"
  | "away_score"
  | "kickoff_at"
  | "kickoff_confirmed"
  | "match_date"
  | "day_time_zone"
>;

/** A place of the table. `name` is null on a screen without names. `gained`: the points from live matches. */
export interface ScreenPlace {
  rank: number | null;
  previous_rank: number | null;
  points: number;
  gained: number;
  name: string | null;
}

/** The match that locked last and its picks. `picks` is empty on a screen without names. */
export interface ScreenLock {
  home_team_name: string;
  away_team_name: string;
  locks_at: string;
  counts: { home: number; draw: number; away: number };
  scores: { home: number; away: number; picks: number }[];
  picks: { name: string; home: number; away: number; points: number | null }[];
}

export type BarScreen = {
  shows_names: boolean;
  matches: ScreenMatch[];
  table: ScreenPlace[];
  lock: ScreenLock | null;
};

export type ScreenLinkRow = FunctionRow<"bar_screen_link">;
