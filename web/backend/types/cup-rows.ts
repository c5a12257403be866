/** Rows of what members and organisers see of the members' cup. */
import type { FunctionRow, Narrowed, Nullable } from "./derive.ts";
import type { DivisionFixtureRow } from "./division-rows.ts";

/** The cup of the club. */
export type CupRow = Nullable<FunctionRow<"cup">, "season" | "ended_at">;

/** A round of the cup with its matchday. */
export type CupRoundRow = Narrowed<
  Nullable<FunctionRow<"cup_rounds">, "starts_at" | "settles_at">,
  Pick<DivisionFixtureRow, "state">
>;

/** A tie of the cup. A side without a member, and points before the round begins, are null. */
export type CupTieRow = Narrowed<
  Nullable<FunctionRow<"cup_ties">, Exclude<keyof FunctionRow<"cup_ties">, "number" | "tie">>,
  { by: "points" | "perfect_scores" | "place" | "walkover" | "bye" | null; ahead: 1 | 2 | null }
>;

/** A member in the order of the draw; one who left has no id and no name. */
export type CupDrawRow = Nullable<FunctionRow<"cup_draw">, "user_id" | "full_name">;

/** What a draw of the cup would draw; without two members it has no size. */
export type CupPlanRow = Nullable<FunctionRow<"preview_cup">, "size" | "rounds" | "byes">;
