import * as words from "#words/football";
import type { QuestionKind } from "../../backend/types/question-rows.ts";

interface Question {
  kind: QuestionKind;
  points: number;
}

/** What a right answer earns: `5 points`, or `4 points for each right team`. */
export function pointsOfQuestion({ kind, points }: Question): string {
  return kind === "teams" ? words.pointsForEachRightTeam({ points }) : words.countOfPoints({ count: points });
}

/** An answer in words: `Arsenal`, or `Hull, Derby and Luton`. */
export function answerWords(answer: readonly string[]): string {
  const last = answer.at(-1) ?? "";
  return answer.length < 2 ? last : words.listOfAnswers({ answers: answer.slice(0, -1).join(", "), last });
}

/** The right answer in words. Of a text, any of the accepted spellings counts: `Son or Heung-min Son`. */
export function rightAnswerWords(kind: QuestionKind, correct: readonly string[]): string {
  if (kind === "teams" || correct.length < 2) return answerWords(correct);
  return words.alternativeAnswers({ answers: correct.slice(0, -1).join(", "), last: correct.at(-1) ?? "" });
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
      ? words.chooseTeams({ count })
      : kind === "team"
        ? words.chooseATeam
        : words.enterYourAnswer;
  if (new Set(given).size < given.length) return words.chooseDifferentTeams;
  if (kind === "number" && !/^[0-9]{1,9}$/.test(given[0] ?? "")) return words.enterAWholeNumber;
  return null;
}
