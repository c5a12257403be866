/** Generated requests of an endpoint. */
import fc from "fast-check";
import type { CallerName, Endpoint, Service } from "./endpoints.ts";
import { filterValue, grammar, jsonValue, odd, text, typedValue } from "./values.ts";

export interface Request {
  service: Service;
  method: string;
  path: string;
  by: CallerName;
  headers: Readonly<Record<string, string>>;
  body?: string;
}

const GRAMMARS = new Set(["select", "order", "or", "and", "columns", "on_conflict"]);
const HEADERS: readonly Readonly<Record<string, string>>[] = [
  { prefer: "return=representation" },
  { prefer: "return=minimal,count=exact" },
  { prefer: "count=planned" },
  { prefer: "count=estimated,handling=strict" },
  { prefer: "resolution=merge-duplicates,return=representation" },
  { prefer: "resolution=ignore-duplicates,missing=default" },
  { prefer: "tx=rollback,return=representation" },
  { prefer: "max-affected=1,handling=strict" },
  { prefer: "timezone=%00" },
  { prefer: "timezone=Nowhere/Else,handling=strict" },
  { accept: "text/csv" },
  { accept: "application/vnd.pgrst.object+json" },
  { accept: "application/vnd.pgrst.plan+json" },
  { accept: "application/vnd.pgrst.array+json;nulls=stripped" },
  { accept: "image/png" },
  { accept: ";;," },
  { range: "0-0" },
  { range: "5-1" },
  { range: "bytes=9999999999-" },
  { "accept-profile": "private" },
  { "content-profile": "public" },
  { "content-encoding": "gzip" },
  { "x-supabase-api-version": "2024-01-01" },
  { "x-upsert": "true" },
  { "x-client-info": "a".repeat(2000) },
  { "cache-control": "max-age=9e99" },
  { "if-modified-since": "yesterday" },
];

/** Requests of `endpoint`; `known` has values of the club, `names` those of tables. */
export function requestsOf(
  endpoint: Endpoint,
  known: readonly string[],
  names: readonly string[],
): fc.Arbitrary<Request> {
  const { service, methods, path, fields, parameters, types = [] } = endpoint;
  const places = path.split("*").length - 1;
  const words = text(known);
  const textFor = (name: string): fc.Arbitrary<string> => {
    if (service === "rest" && GRAMMARS.has(name)) return grammar([...names, ...fields]);
    return service === "rest" ? fc.oneof(filterValue(known), words) : words;
  };
  const parameter =
    parameters.length === 0
      ? fc.constant("")
      : fc
          .constantFrom(...parameters)
          .chain((name) => textFor(name).map((value) => `${encodeURIComponent(name)}=${value}`));
  return fc
    .record({
      method: fc.constantFrom(...methods),
      by: callersOf(endpoint),
      texts: fc.tuple(...Array.from({ length: places }, () => words)),
      query: parameters.length === 0 ? fc.constant([]) : fc.array(parameter, { maxLength: 3 }),
      body: bodiesOf(endpoint, known),
      type: fc.oneof(
        { weight: 6, arbitrary: fc.constant("application/json") },
        { weight: types.length, arbitrary: fc.constantFrom("application/json", ...types) },
      ),
      headers: fc.oneof(
        { weight: 2, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.constantFrom(...HEADERS) },
      ),
    })
    .map(({ method, by, texts, query, body, type, headers }) => {
      const parts = path.split("*");
      const filled = parts.map((part, index) => part + (texts[index] ?? "")).join("");
      const separator = filled.includes("?") ? "&" : "?";
      const hasBody = method !== "GET" && method !== "HEAD";
      return {
        service,
        method,
        path: query.length === 0 ? filled : `${filled}${separator}${query.join("&")}`,
        by,
        headers: hasBody ? { "content-type": type, ...headers } : headers,
        ...(hasBody ? { body } : {}),
      };
    });
}

/** Callers who may do more send more of the requests. */
function callersOf({ callers }: Endpoint): fc.Arbitrary<CallerName> {
  const weight: Readonly<Partial<Record<CallerName, number>>> = { player: 3, admin: 4, secret: 6 };
  return fc.oneof(...callers.map((name) => ({ weight: weight[name] ?? 1, arbitrary: fc.constant(name) })));
}

/** Bodies: JSON objects with all or some of the fields, lists of them, and texts that are no object. */
function bodiesOf({ fields, formats = {} }: Endpoint, known: readonly string[]): fc.Arbitrary<string> {
  if (fields.length === 0) return odd.body;
  const memberOf = (name: string): fc.Arbitrary<string> =>
    (formats[name] === undefined ? jsonValue(known) : typedValue(known, formats[name])).map(
      (value) => `${JSON.stringify(name)}:${value}`,
    );
  const whole = fc.tuple(...fields.map(memberOf));
  const part = fc.array(fc.constantFrom(...fields).chain(memberOf), { maxLength: fields.length });
  const object = fc.oneof(whole, part).map((members) => `{${members.join(",")}}`);
  return fc.oneof(
    { weight: 8, arbitrary: object },
    { weight: 1, arbitrary: fc.array(object, { maxLength: 3 }).map((objects) => `[${objects.join(",")}]`) },
    { weight: 1, arbitrary: odd.body },
  );
}
