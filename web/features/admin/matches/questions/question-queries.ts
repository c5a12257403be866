import { queryOptions } from "@tanstack/react-query";
import * as words from "#words/admin-matches";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf, ensureSuccess } from "../../../../backend/connection/response.ts";
import type { Loaded } from "../../../../backend/edits/save-edit.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { AdminQuestionRow } from "../../../../backend/types/question-rows.ts";
import { AdminError } from "../../shared/mutations/use-admin-mutation.ts";
import { fieldsOf, type QuestionFields, type questionOf } from "./question-rules.ts";

/** All season questions, the latest lock first. */
export const adminQuestions = queryOptions({
  queryKey: [subject.questions, "all"],
  queryFn: () => dataOf(backend().rest.rpc("admin_season_questions")),
});

type Stored = Pick<
  AdminQuestionRow,
  "competition_id" | "kind" | "title" | "help" | "points" | "answer_count" | "locks_at"
>;
type Question = Exclude<ReturnType<typeof questionOf>, { problem: string }>;

export function addQuestion(question: Question, requestKey: string) {
  return dataOf(backend().rest.rpc("add_season_question", { ...question, _request_key: requestKey }));
}

/** Changes a question if it is as it was seen (SL016). */
export function changeQuestion(id: string, question: Question, seen: Stored): Promise<void> {
  const changed = backend().rest.rpc("change_season_question", {
    _question_id: id,
    ...question,
    _seen: { ...seen },
  });
  return ensureSuccess(changed);
}

/** A question as the form opens it. */
export function openedQuestion(question: AdminQuestionRow, timeZone: string): Loaded<QuestionFields, Stored> {
  const { competition_id, kind, title, help, points, answer_count, locks_at } = question;
  return {
    values: fieldsOf(question, timeZone),
    seen: { competition_id, kind, title, help, points, answer_count, locks_at },
  };
}

export async function loadQuestion(id: string, timeZone: string): Promise<Loaded<QuestionFields, Stored>> {
  const found = (await dataOf(backend().rest.rpc("admin_season_questions"))).find((row) => row.id === id);
  if (!found) throw new AdminError(words.questionWasDeleted);
  return openedQuestion(found, timeZone);
}

/** Sets or corrects the right answer. Returns the id for the undo; null if nothing changed. */
export function settleQuestion(id: string, correct: readonly string[]) {
  return dataOf(
    backend().rest.rpc("settle_season_question", { _question_id: id, _correct_answers: [...correct] }),
  );
}

export function reopenQuestion(id: string) {
  return dataOf(backend().rest.rpc("reopen_season_question", { _question_id: id }));
}

export function deleteQuestion(id: string) {
  return dataOf(backend().rest.rpc("delete_season_question", { _question_id: id }));
}
