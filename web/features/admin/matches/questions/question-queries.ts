import { queryOptions } from "@tanstack/react-query";
import * as words from "#words/admin-matches";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import type { Loaded } from "../../../../backend/edits/save-edit.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { AdminQuestionRow } from "../../../../backend/types/question-rows.ts";
import { AdminError } from "../../shared/acts/use-admin-mutation.ts";
import { fieldsOf, type QuestionFields } from "./question-rules.ts";

/** All season questions, the latest lock first. */
export const adminQuestions = queryOptions({
  queryKey: [subject.questions, "all"],
  queryFn: () => dataOf(backend().rest.rpc("admin_season_questions")),
});

export type Stored = Pick<
  AdminQuestionRow,
  "competition_id" | "kind" | "title" | "help" | "points" | "answer_count" | "locks_at"
>;

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
