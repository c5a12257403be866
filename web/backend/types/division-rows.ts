/** Rows of what members and organisers see of divisions. */
import type { FunctionRow, Narrowed, Nullable } from "./derive.ts";
import type { MatchStatus } from "./rows.ts";

/** What divisions the club plays. `division`: the member's. */
export type DivisionsRow = Nullable<FunctionRow<"divisions">, "season" | "ended_at" | "division">;

/** A place of a division; that of a ghost has no member. */
export type DivisionTableRow = Narrowed<
  Nullable<FunctionRow<"division_table">, "movement" | "user_id" | "full_name" | "goes">,
  { goes: "up" | "down" | null }
>;

/** A tie of a division with its matchday. Points are null before the matchday begins, and times without a match. */
export type DivisionFixtureRow = Narrowed<
  Nullable<
    FunctionRow<"division_fixtures">,
    | "starts_at"
    | "settles_at"
    | "first_id"
    | "first_name"
    | "first_points"
    | "second_id"
    | "second_name"
    | "second_points"
  >,
  { state: "upcoming" | "running" | "over" | "settled" | "dropped" }
>;

/** A match of the member's tie in divisions or in the cup, with the picks of both. */
export type TieMatchRow = Narrowed<
  Nullable<
    FunctionRow<"division_tie">,
    | "day_time_zone"
    | "home_score"
    | "away_score"
    | "my_home"
    | "my_away"
    | "my_points"
    | "their_home"
    | "their_away"
    | "their_points"
  >,
  { status: MatchStatus }
>;

/** What a draw of divisions would draw; without members or matchdays some of it is not known. */
export type DivisionPlanRow = Nullable<
  FunctionRow<"preview_divisions">,
  "size" | "ghosts" | "first_round" | "last_round" | "starts_at"
>;

/** The place that a member would have in a draw of divisions. */
export type DrawnMemberRow = FunctionRow<"preview_division_members">;
