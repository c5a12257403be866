/** A request as the endpoints see it: the URL, the headers and the body, parsed. */
import type { HeaderReader } from "../../gateway/http/request-head.ts";
import type { SchemaCache } from "../schema-cache/types.ts";
import type { Body } from "./body.ts";
import { acceptedType, type MediaType } from "./media-type.ts";
import { type Preferences, parsePreferences } from "./preferences.ts";
import { parseQuery } from "./query-parameters.ts";
import { parseRange, type RowRange } from "./range.ts";
import type { QueryParameters } from "./types.ts";

export interface RawRequest {
  method: string;
  target: { kind: "table" | "function"; name: string };
  /** Without the question mark. */
  search: string;
  headers: HeaderReader;
  body: Body;
}

/** A parsed request, without its target. */
export interface ApiRequest {
  method: string;
  schema: string;
  parameters: QueryParameters;
  preferences: Preferences;
  type: MediaType;
  /** The Range header of a GET; other methods ignore it (RFC 9110, section 14.2). */
  range: RowRange | null;
  body: Body;
  /** The row limit of every level of a read. */
  maxRows: number;
  aggregates: boolean;
  /** The parameters in alphabetical order, for Content-Location. */
  search: string;
}

/** Parses a request. Throws RestError. */
export function parseRequest(
  { method, target, search, headers, body }: RawRequest,
  schema: string,
  cache: SchemaCache,
  maxRows: number,
  timeZones: ReadonlySet<string> | undefined,
): ApiRequest {
  const { settings } = cache;
  const isRead = method === "GET" || method === "HEAD";
  const parameters = new URLSearchParams(search);
  const handlers = cache.mediaHandlers(target.kind, schema, target.name);
  return {
    method,
    schema,
    parameters: parseQuery(parameters, target.kind === "function" && isRead),
    preferences: parsePreferences(headers.get("prefer"), settings.mayChooseEnd, timeZones),
    type: acceptedType(
      headers.get("accept"),
      settings.explains,
      (parameters.get("select") ?? "*") === "*" ? handlers : { own: [], any: handlers.any },
    ),
    range: method === "GET" ? parseRange(headers.get("range")) : null,
    body,
    maxRows: settings.maxRows ?? maxRows,
    aggregates: settings.aggregates,
    search: sortedSearch(parameters),
  };
}

function sortedSearch(parameters: URLSearchParams): string {
  const shown = new URLSearchParams([...parameters].filter(([name]) => name !== "apikey"));
  shown.sort();
  return shown.toString();
}
