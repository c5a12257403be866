/** Builds the response from the row that the statement returned. */
import type { Result } from "../../database/database.ts";
import { badAnswerHeaders, badAnswerStatus, outOfBounds } from "../errors.ts";
import { RESPONSE_OVERRIDES } from "../query/answer.ts";
import type { ApiRequest } from "../request/api-request.ts";
import { contentType } from "../request/media-type.ts";
import { applied, type PreferenceName } from "../request/preferences.ts";

export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Headers that SQL has set, which replace others with their name. A name may occur several times. */
  overrides?: readonly (readonly [name: string, value: string])[];
  body: string | Uint8Array<ArrayBuffer> | null;
}

/** `concerned` has the preferences that a request of this kind may confirm. */
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

/** The response body: the first column of the first row, made by bodyColumn. */
export function bodyOf({ type, method }: ApiRequest, result: Result | undefined): Answer["body"] {
  const text = cell(result, 0);
  if (type.kind !== "custom" || method === "HEAD") return text;
  return type.handler.isBytes ? Uint8Array.from(Buffer.from(text ?? "", "base64")) : (text ?? "");
}

/**
 * Applies `set_config('response.status', '418', true)` and `response.headers` to the response, and tells which changes it
 * includes: a function of the project can take the number.
 */
export function withOverrides(answer: Answer, result: Result | undefined): Answer {
  const [headers, status, included] = result?.rows[0]?.slice(-RESPONSE_OVERRIDES.length) ?? [];
  if (status) {
    if (!/^[1-5]\d\d$/.test(status)) throw badAnswerStatus();
    answer.status = Number(status);
  }
  if (included) answer.headers["x-included"] = included;
  if (headers) answer.overrides = overriddenHeaders(headers);
  return answer;
}

/** `[{"x-one": "1"}, {"x-two": "2"}]` */
function overriddenHeaders(json: string): [string, string][] {
  const list = parsed(json);
  if (!Array.isArray(list)) throw badAnswerHeaders();
  return list.map((item: unknown) => {
    const [pair, more] = typeof item === "object" && item !== null ? Object.entries(item) : [];
    if (!pair || more || typeof pair[1] !== "string") throw badAnswerHeaders();
    return [pair[0].toLowerCase(), pair[1]];
  });
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw badAnswerHeaders();
  }
}

/** Content-Range and its status: 206 for a part, 416 for a page past the end. Throws PGRST103. */
export function paged(
  offset: number,
  rows: number,
  total: number | null,
): { status: number; contentRange: string } {
  if (total !== null && offset > total) throw outOfBounds(offset, total);
  const range = rows > 0 && total !== 0 ? `${offset}-${offset + rows - 1}` : "*";
  return { status: total !== null && rows < total ? 206 : 200, contentRange: `${range}/${total ?? "*"}` };
}

/** A column of the first row of a result. */
export function cell(result: Result | undefined, column: number): string | null {
  return result?.rows[0]?.[column] ?? null;
}
