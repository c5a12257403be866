/** What a request becomes: the statements of one round trip, and a function that makes the answer from their results. */
import type { Result, Statement } from "../../database/database.ts";
import { bodySql, explainSql, type Shape } from "../query/answer.ts";
import { needsCostCheck } from "../query/cost.ts";
import type { ApiRequest } from "../request/api-request.ts";
import { contentType } from "../request/media-type.ts";
import { type Answer, withOverrides } from "../response/answer.ts";

export interface Execution {
  statements: readonly Statement[];
  /** The statements run in a read-only transaction. */
  readOnly: boolean;
  /** The statement to weigh before any runs: see cost.ts. */
  costChecked?: Statement;
  /** In force before the first statement begins, by PostgreSQL's names. */
  settings?: Readonly<Record<string, string>>;
  /** Throws RestError where only the result tells that the request cannot be answered. */
  answer(results: readonly Result[]): Answer;
}

/** The type of the rows themselves, whether they are shown or their plan is. */
export function bodyColumn({ type, method }: ApiRequest, shape: Shape): string {
  return method === "HEAD" ? "null" : bodySql(type.kind === "plan" ? type.of : type, shape);
}

/** Whether exactly one row is wanted, without a list around it. */
export function isSingular({ type }: ApiRequest): boolean {
  return (type.kind === "plan" ? type.of : type).kind === "object";
}

/**
 * A plan whose main statement is `text`: its columns are what `answer` reads and, as the last two, what SQL said of the
 * answer. Where an explanation is asked for, the statement is explained instead.
 */
export function executionOf(
  request: ApiRequest,
  readOnly: boolean,
  { text, params = [] }: Statement,
  answer: (results: readonly Result[]) => Answer,
  more: readonly Statement[] = [],
): Execution {
  const { type, parameters } = request;
  if (type.kind !== "plan") {
    const main = { text, params };
    return {
      statements: [main, ...more],
      readOnly,
      ...(needsCostCheck(parameters.select) ? { costChecked: main } : {}),
      answer: (results) => withOverrides(answer(results), results[0]),
    };
  }
  return {
    statements: [{ text: explainSql(type, text), params }],
    readOnly,
    answer: ([result]) => ({
      status: 200,
      headers: { "content-type": contentType(type) },
      body: (result?.rows ?? []).map(([line]) => `${line}\n`).join(""),
    }),
  };
}
