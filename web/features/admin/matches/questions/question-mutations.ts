import { backend } from "../../../../backend/connection/client.ts";
import { dataOf, ensureSuccess } from "../../../../backend/connection/response.ts";
import type { Stored } from "./question-queries.ts";
import type { questionOf } from "./question-rules.ts";

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
