/** What a request becomes: statements for one round trip, and the answer that their results make. */
import type { Result, Statement } from "../../database/database.ts";
import { badAnswerHeaders, badAnswerStatus, outOfBounds } from "../errors.ts";
import { bodySql, explainSql, RESPONSE_OVERRIDES, type Shape } from "../query/answer.ts";
import { needsCostCheck } from "../query/cost.ts";
import type { Body } from "../request/body.ts";
import { contentType, type MediaType } from "../request/media-type.ts";
import { applied, type PreferenceName, type Preferences } from "../request/preferences.ts";
import type { RowRange } from "../request/range.ts";
import type { QueryParameters } from "../request/types.ts";

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | null;
}

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

/** What the endpoints need to know of a request, besides its target. */
export interface ApiRequest {
  method: string;
  schema: string;
  parameters: QueryParameters;
  preferences: Preferences;
  type: MediaType;
  range: RowRange | null;
  body: Body;
  /** The most rows that any level of a read may have. */
  maxRows: number;
  aggregates: boolean;
  /** The parameters in alphabetical order, for Content-Location. */
  search: string;
}

/** `concerned`: the preferences that a request of this kind may confirm. */
export function headersOf(
  { type, preferences }: ApiRequest,
  concerned: readonly PreferenceName[],
  withBody: boolean,
): Record<string, string> {
  const headers: Record<string, string> = {};
  if (withBody) headers["content-type"] = contentType(type);
  const confirmed = applied(preferences, concerned);
  if (confirmed !== null) headers["preference-applied"] = confirmed;
  return headers;
}

/** The type of the rows themselves, whether they are shown or their plan is. */
export function bodyColumn({ type, method }: ApiRequest, shape: Shape): string {
  return method === "HEAD" ? "null" : bodySql(type.kind === "plan" ? type.of : type, shape);
}

/** The first column of the first row as it goes out: what bodyColumn has made of the rows. */
export function bodyOf({ type, method }: ApiRequest, result: Result | undefined): Answer["body"] {
  const text = cell(result, 0);
  if (type.kind !== "custom" || method === "HEAD") return text;
  return type.handler.isBytes ? Uint8Array.from(Buffer.from(text ?? "", "base64")) : (text ?? "");
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

/** `set_config('response.status', '418', true)` and `response.headers` win over what would have been answered. */
function withOverrides(answer: Answer, result: Result | undefined): Answer {
  const [headers, status] = result?.rows[0]?.slice(-RESPONSE_OVERRIDES.length) ?? [];
  if (status) {
    if (!/^[1-5]\d\d$/.test(status)) throw badAnswerStatus();
    answer.status = Number(status);
  }
  if (headers) Object.assign(answer.headers, overriddenHeaders(headers));
  return answer;
}

/** `[{"x-one": "1"}, {"x-two": "2"}]` */
function overriddenHeaders(json: string): Record<string, string> {
  const list = parsed(json);
  if (!Array.isArray(list)) throw badAnswerHeaders();
  return Object.fromEntries(
    list.map((item: unknown) => {
      const [pair, more] = typeof item === "object" && item !== null ? Object.entries(item) : [];
      if (!pair || more || typeof pair[1] !== "string") throw badAnswerHeaders();
      return [pair[0].toLowerCase(), pair[1]];
    }),
  );
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw badAnswerHeaders();
  }
}

/** Content-Range and the status that goes with it: 206 for a part, 416 for a page past the end. Throws PGRST103. */
export function paged(
  offset: number,
  rows: number,
  total: number | null,
): { status: number; contentRange: string } {
  if (total !== null && offset > total) throw outOfBounds(offset, total);
  const range = rows > 0 && total !== 0 ? `${offset}-${offset + rows - 1}` : "*";
  return { status: total !== null && rows < total ? 206 : 200, contentRange: `${range}/${total ?? "*"}` };
}

/** A cell of the first row of a result. */
export function cell(result: Result | undefined, column: number): string | null {
  return result?.rows[0]?.[column] ?? null;
}
