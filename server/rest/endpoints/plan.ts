/** What a request becomes: statements for one round trip, and the answer that their results make. */
import type { Result, Statement } from "../../database/database.ts";
import { outOfBounds } from "../errors.ts";
import type { MediaType } from "../request/media-type.ts";
import { CONTENT_TYPE } from "../request/media-type.ts";
import type { Preferences } from "../request/preferences.ts";
import type { RowRange } from "../request/range.ts";
import type { QueryParameters } from "../request/types.ts";

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

export interface Plan {
  statements: readonly Statement[];
  /** Throws RestError where only the result tells that the request cannot be answered. */
  answer(results: readonly Result[]): Answer;
}

/** What the endpoints need to know of a request, besides its target. */
export interface RestRequest {
  method: string;
  schema: string;
  parameters: QueryParameters;
  preferences: Preferences;
  type: MediaType;
  range: RowRange | null;
  body: string;
  /** The most rows that any level of a read may have. */
  maxRows: number;
}

export function headersOf({ type, preferences }: RestRequest, withBody: boolean): Record<string, string> {
  const headers: Record<string, string> = {};
  if (withBody) headers["content-type"] = CONTENT_TYPE[type.kind];
  if (preferences.applied.length > 0) headers["preference-applied"] = preferences.applied.join(", ");
  return headers;
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
