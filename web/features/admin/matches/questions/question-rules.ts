import * as words from "#words/admin-matches";
import * as footballWords from "#words/football";
import { field } from "../../../../backend/edits/save-edit.ts";
import type { AdminQuestionRow, QuestionKind } from "../../../../backend/types/question-rows.ts";
import { competitionWithId } from "../../../../football/rules/competitions.ts";
import { clubDate, dayInZone } from "../../../../football/time/club-day.ts";
import { clubInstant } from "../../../../football/time/club-instant.ts";

/** The values of the form of a question. Date and time of the lock are in the club's time zone. */
export interface QuestionFields {
  competition: string;
  kind: QuestionKind;
  title: string;
  help: string;
  points: string;
  /** How many teams a question of kind `teams` asks for. */
  count: string;
  date: string;
  time: string;
}

export const kinds: Readonly<Record<QuestionKind, string>> = {
  team: words.aTeam,
  teams: words.severalTeams,
  text: words.aNameOrAText,
  number: words.aNumber,
};

/** Questions that most clubs ask, to begin with. */
export const suggestions: readonly Pick<QuestionFields, "title" | "kind" | "help" | "points" | "count">[] = [
  { title: words.champion, kind: "team", help: words.whichTeamWins, points: "10", count: "1" },
  { title: words.topScorer, kind: "text", help: words.whoScoresMost, points: "10", count: "1" },
  { title: words.relegated, kind: "teams", help: words.whichTeamsGoDown, points: "4", count: "3" },
  {
    title: words.firstManagerToGo,
    kind: "text",
    help: words.whichManagerLeavesFirst,
    points: "6",
    count: "1",
  },
];

/** The fields as the question about two edits shows them. */
export const questionEditFields = [
  field<QuestionFields>(words.competition, ["competition"], ({ competition }) => nameOf(competition)),
  field<QuestionFields>(words.answer, ["kind", "count"], ({ kind, count }) =>
    kind === "teams" ? words.teams({ count: Number(count) }) : kinds[kind],
  ),
  field<QuestionFields>(words.question, ["title"]),
  field<QuestionFields>(words.help, ["help"]),
  field<QuestionFields>(footballWords.points, ["points"]),
  field<QuestionFields>(words.lock, ["date", "time"], ({ date, time }) => `${clubDate(date)}, ${time}`),
];

function nameOf(competition: string): string {
  return competitionWithId(competition)?.name ?? competition;
}

/** The form's values for an existing question, or for a new one. */
export function fieldsOf(question: AdminQuestionRow | null, timeZone: string): QuestionFields {
  return {
    competition: question?.competition_id ?? "premier_league",
    kind: question?.kind ?? "team",
    title: question?.title ?? "",
    help: question?.help ?? "",
    points: String(question?.points ?? 5),
    count: String(question?.kind === "teams" ? question.answer_count : 3),
    date: question ? dayInZone(timeZone, question.locks_at) : "",
    time: question ? timeInZone(timeZone, question.locks_at) : "20:00",
  };
}

function timeInZone(timeZone: string, instant: string): string {
  return new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(
    new Date(instant),
  );
}

/** The arguments that save a question, or why it cannot be saved. */
export function questionOf(
  fields: QuestionFields,
  timeZone: string,
  now: number,
): ReturnType<typeof argumentsOf> | { problem: string } {
  if (fields.title.trim() === "") return { problem: words.enterTheQuestion };
  if (!isWholeNumber(fields.points, 1, 100)) return { problem: words.pointsAllowed };
  if (fields.kind === "teams" && !isWholeNumber(fields.count, 2, 10))
    return { problem: words.numberOfTeamsAllowed };
  const lock = clubInstant(fields.date, fields.time, timeZone);
  if (!lock) return { problem: words.enterTheLock };
  if (Date.parse(lock) <= now) return { problem: words.lockMustBeLater };
  return argumentsOf(fields, lock);
}

function argumentsOf({ competition, kind, title, help, points, count }: QuestionFields, lock: string) {
  return {
    _competition_id: competition,
    _kind: kind,
    _title: title.trim(),
    _help: help.trim(),
    _points: Number(points),
    _locks_at: lock,
    _answer_count: kind === "teams" ? Number(count) : 1,
  };
}

function isWholeNumber(text: string, least: number, most: number): boolean {
  return /^[0-9]{1,3}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;
}

/** Why the right answer cannot be saved, or null. */
export function problemWithRightAnswer(kind: QuestionKind, correct: readonly string[]): string | null {
  if (correct.length === 0)
    return kind === "team" || kind === "teams" ? words.chooseTheRightTeam : words.enterTheRightAnswer;
  if (kind === "number" && !/^[0-9]{1,9}$/.test(correct[0] ?? "")) return words.rightAnswerIsANumber;
  return null;
}
