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

/** The right answer in words. Of a text, any of the accepted spellings counts; one that is part of another is not shown. */
export function rightAnswerWords(kind: QuestionKind, correct: readonly string[]): string {
  if (kind === "teams") return answerWords(correct);
  const listed = correct.filter((one) => !correct.some((other) => other !== one && hasWords(other, one)));
  if (listed.length < 2) return answerWords(listed);
  return words.alternativeAnswers({ answers: listed.slice(0, -1).join(", "), last: listed.at(-1) ?? "" });
}

/** `Bukayo Saka` has the words of `Saka`. */
function hasWords(whole: string, part: string): boolean {
  return ` ${whole} `.toLowerCase().includes(` ${part} `.toLowerCase());
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
