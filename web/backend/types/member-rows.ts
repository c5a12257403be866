/** What admins see when they add members and merge two accounts. The rows are derived as in rows.ts. */
import type { FunctionRow, Narrowed, Nullable } from "./derive.ts";

/** A line of a list of new members. `member_id`: the member whom it resembles. */
export type NewMemberRow = Narrowed<
  Nullable<
    FunctionRow<"preview_new_members">,
    "full_name" | "phone_number" | "email" | "reason" | "member_id" | "member_name" | "facts"
  >,
  { outcome: "new" | "member" | "similar" | "unusable" }
>;

/** An account as an admin compares it with another one. `sign_ins`: how it signs in, such as `email` and `google`. */
export interface AccountFacts {
  id: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  joined_at: string;
  last_sign_in_at: string | null;
  sign_ins: string[];
  is_admin: boolean;
  predictions: number;
  points: number;
}

/** A match that both accounts have predicted. The scores are null while it is open. */
export interface PredictionConflict {
  match_id: string;
  match: string;
  is_open: boolean;
  keep: string | null;
  remove: string | null;
  keep_points: number | null;
  remove_points: number | null;
}

/** What a merge of two accounts moves. `problem`: why they cannot be merged. `both`: both accounts have it. */
export interface MergePlan {
  problem: string | null;
  problem_kind: string | null;
  keep: AccountFacts;
  remove: AccountFacts;
  predictions: number;
  /** How many do not move, because nobody else may see them yet. */
  secret: number;
  conflicts: PredictionConflict[];
  subscriptions: { type: string; expires_at: string; both: boolean }[];
  payments: number;
  codes: number;
  groups: { name: string; is_owner: boolean; both: boolean }[];
  honours: number;
}

/** What a list of members and points means, by line. `rounds`: the matchdays that have a leaderboard here. */
export interface MovePlanRow {
  rounds: (string | null)[];
  /** Of a matrix: the match of each column, and whether its picks are moved in. `candidates`: if there are several. */
  columns: {
    place: number;
    match_id: string | null;
    is_over: boolean;
    candidates: string[];
    problem: { kind: string } | null;
  }[];
  /** The matches of the columns, and those to choose from while a column has a problem. */
  matches: {
    id: string;
    home: string;
    away: string;
    home_score: number;
    away_score: number;
    match_date: string;
  }[];
  lines: {
    place: number;
    name: string | null;
    points: number | null;
    member_id: string | null;
    member_name: string | null;
    candidates: { id: string; name: string }[];
    before: number;
    after: number | null;
    /** What the picks earn here; null without a matrix. */
    picks: { entered: number; kept: number; ours: number; carried: number } | null;
    problem: { kind: string } | null;
  }[];
}

/** A line of the final table of a past season. */
export interface PastTableRow {
  line: number;
  place: number;
  name: string | null;
  points: number | null;
  member_id: string | null;
  problem: { kind: string } | null;
}

/** The lists that were moved in, and the members who have not claimed their points. */
export interface MovedInRow {
  moves: {
    id: string;
    label: string;
    competition: string | null;
    moved_at: string;
    members: number;
    points: number;
  }[];
  placeholders: { user_id: string; name: string; code: string; points: number }[];
}

/** Whose points a member has taken over. */
export interface ClaimedRow {
  name: string;
  points: number;
}
