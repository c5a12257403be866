/** Season questions and their answers. The rows are derived as in rows.ts. */
import type { FunctionRow, Narrowed, Nullable } from "./derive.ts";

/** `teams`: several teams, as many as `answer_count`. */
export type QuestionKind = "text" | "number" | "team" | "teams";

/**
 * A question with the caller's answer. A text, a number or a team is a list of one. `correct_answers` and `settled_at` are null
 * until it is settled; `teams` lists the teams to choose from while it is open. `points`: of kind `teams` for each right team.
 */
export type SeasonQuestionRow = Narrowed<
  Nullable<
    FunctionRow<"my_season_questions">,
    "help" | "correct_answers" | "settled_at" | "answer" | "points_earned" | "teams"
  >,
  { kind: QuestionKind }
>;

/** How many members gave an answer. `is_right` is null until the question is settled. */
export type AnswerCountRow = Nullable<FunctionRow<"season_answer_counts">, "is_right">;

/** A member's answer to a locked question. */
export type SeasonAnswerRow = Nullable<FunctionRow<"season_answers_of">, "points_earned">;

/** A member's answer to a settled question. `points_earned` is null if the points were cleared. */
export type PlayerAnswerRow = Narrowed<
  Nullable<FunctionRow<"player_season_answers">, "points_earned">,
  { kind: QuestionKind }
>;

/** A question on the organiser's screen. `teams`: those to choose as the right answer after the lock. */
export type AdminQuestionRow = Narrowed<
  Nullable<
    FunctionRow<"admin_season_questions">,
    "help" | "correct_answers" | "settled_at" | "closed_at" | "teams"
  >,
  { kind: QuestionKind }
>;
