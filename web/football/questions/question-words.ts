import type { QuestionKind } from "../../backend/types/question-rows.ts";
import { plural } from "../../ui/text/plural.ts";

interface Question {
  kind: QuestionKind;
  points: number;
}

/** What a right answer earns: `5 points`, or `4 points for each right team`. */
export function pointsOfQuestion({ kind, points }: Question): string {
  return kind === "teams" ? `${plural(points, "point")} for each right team` : plural(points, "point");
}

/** An answer in words: `Arsenal`, or `Hull, Derby and Luton`. */
export function answerWords(answer: readonly string[]): string {
  const last = answer.at(-1) ?? "";
  return answer.length < 2 ? last : `${answer.slice(0, -1).join(", ")} and ${last}`;
}

/** The right answer in words. Of a text, any of the accepted spellings counts: `Son or Heung-min Son`. */
export function rightAnswerWords(kind: QuestionKind, correct: readonly string[]): string {
  return kind === "teams" ? answerWords(correct) : correct.join(" or ");
}

/** Why an answer cannot be saved, or null. The database checks it again. */
export function problemWithAnswer(
  kind: QuestionKind,
  count: number,
  parts: readonly string[],
): string | null {
  const given = parts.map((part) => part.trim());
  if (given.length < count || given.includes(""))
    return kind === "teams"
      ? `Choose ${plural(count, "team")}.`
      : kind === "team"
        ? "Choose a team."
        : "Enter your answer.";
  if (new Set(given).size < given.length) return "Choose different teams.";
  if (kind === "number" && !/^[0-9]{1,9}$/.test(given[0] ?? "")) return "Enter a whole number, such as 25.";
  return null;
}
