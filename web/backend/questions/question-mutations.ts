import { backend } from "../connection/client.ts";
import { ensureSuccess } from "../connection/response.ts";
import { subject } from "../queries/query-keys.ts";
import { ownWrite } from "../requests/marks.ts";

export function saveAnswer(questionId: string, answer: readonly string[]): Promise<void> {
  return ensureSuccess(
    ownWrite(
      subject.questions,
      backend().rest.rpc("answer_season_question", { _question_id: questionId, _answer: [...answer] }),
    ),
  );
}
