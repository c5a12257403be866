/** Rows of what members and organisers see of last one standing. */
import type { FunctionRow, Nullable } from "./derive.ts";
import type { MatchStatus } from "./rows.ts";

export interface StandingTeam {
  id: string;
  name: string;
  logo: string | null;
}

export type ChoiceResult = "won" | "lost" | "kept" | "open";

/** A team that an own entry chose; without a team, which was merged into one that the entry chose too. */
export interface OwnChoice {
  number: number;
  team_id: string | null;
  team: string | null;
  logo: string | null;
  result: ChoiceResult;
  is_locked: boolean;
}

export interface OwnEntry {
  id: string;
  out_number: number | null;
  /** Out, or out as it stands. */
  is_out: boolean;
  choices: OwnChoice[];
}

export interface StandingMatchday {
  number: number;
  round: string;
  state: "upcoming" | "running" | "over" | "settled" | "dropped";
  starts_at: string | null;
  settles_at: string | null;
  all_back: boolean;
  /** How many were in before it, went out on it, and have chosen. */
  entries: number;
  out: number;
  chosen: number;
  /** The choices that everybody may see. */
  teams: { team: string; logo: string | null; result: ChoiceResult; entries: number }[];
}

export interface StandingMatch {
  number: number;
  match_id: string;
  locks_at: string;
  kickoff_at: string;
  is_open: boolean;
  status: MatchStatus;
  home_score: number | null;
  away_score: number | null;
  home: StandingTeam;
  away: StandingTeam;
}

export interface StandingMember {
  user_id: string;
  full_name: string;
  entries: number;
}

/** The game of last one standing that the club plays, or played last. */
export type LastStandingRow = Omit<
  Nullable<FunctionRow<"last_standing">, "season" | "ended_at">,
  "members" | "mine" | "matchdays" | "matches" | "last_game"
> & {
  members: StandingMember[];
  mine: OwnEntry[];
  matchdays: StandingMatchday[];
  matches: StandingMatch[];
  last_game: { name: string; nth: number; ended_at: string; winners: StandingMember[] } | null;
};

export interface EntryResult {
  outcome: "entered" | "closed" | "invalid" | "used" | "locked";
  retry_after_seconds?: number;
}

/** A code for an entry, with the time and the member of the entry. */
export type StandingCodeRow = Nullable<FunctionRow<"last_standing_codes">, "used_at" | "used_by_name">;
