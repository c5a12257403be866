/** A prepared request: the statements of one round trip, and a function that makes the response from their results. */
import type { Result, Statement } from "../../database/database.ts";
import { bodySql, explainSql, type Shape } from "../query/answer.ts";
import { needsCostCheck } from "../query/cost.ts";
import type { ApiRequest } from "../request/api-request.ts";
import { contentType } from "../request/media-type.ts";
import { type Answer, withOverrides } from "../response/answer.ts";
import type { Parameters } from "../sql-text.ts";

export interface Execution {
  statements: readonly Statement[];
  /** The statements run in a read-only transaction. */
  readOnly: boolean;
  /** The statement whose cost is checked before any statement runs: see cost.ts. */
  costChecked?: Statement;
  /** Where the request's body is among the parameters. */
  body?: { of: Required<Statement>; at: number };
  /** Settings of the transaction under PostgreSQL's names, applied before the first statement. */
  settings?: Readonly<Record<string, string>>;
  /** Missing if each caller has an answer of its own. */
  sharing?: Sharing;
  /** Throws RestError if the result shows that the request cannot be answered. */
  answer(results: readonly Result[]): Answer;
}

/** Whose answer it is, beside the caller's: see sharing.ts. */
export type Sharing =
  | { kind: "all" }
  /** A list of calls in the argument `list`, of which some are shared. */
  | { kind: "some"; list: string; isShared: (name: string) => boolean };

/** The column of the response body. For an explanation, the body of the explained request. */
export function bodyColumn({ type, method }: ApiRequest, shape: Shape): string {
  return method === "HEAD" ? "null" : bodySql(type.kind === "plan" ? type.of : type, shape);
}

/** True if the request wants one row as an object instead of a list. */
export function isSingular({ type }: ApiRequest): boolean {
  return (type.kind === "plan" ? type.of : type).kind === "object";
}

/**
 * An execution with `text` as its main statement. Its columns are what `answer` reads, followed by the two columns of
 * RESPONSE_OVERRIDES. If an explanation is requested, the statement is explained instead.
 */
export function executionOf(
  request: ApiRequest,
  readOnly: boolean,
  text: string,
  { values: params, bodyAt }: Parameters,
  answer: (results: readonly Result[]) => Answer,
  more: readonly Statement[] = [],
): Execution {
  const { type, parameters } = request;
  if (type.kind !== "plan") {
    const main = { text, params };
    return {
      statements: [main, ...more],
      readOnly,
      ...(bodyAt === null ? {} : { body: { of: main, at: bodyAt } }),
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

/** The body that the execution sends; null without one. */
export function sentBody({ body }: Execution): string | null {
  return body?.of.params[body.at] ?? null;
}

/** The execution with another body of the shape that it was prepared for. */
export function withOtherBody(execution: Execution, text: string): Execution {
  const { body, statements } = execution;
  if (!body) return execution;
  const { of, at } = body;
  const own = { text: of.text, params: of.params.with(at, text) };
  return {
    ...execution,
    body: { of: own, at },
    statements: statements.map((known) => (known === of ? own : known)),
  };
}
