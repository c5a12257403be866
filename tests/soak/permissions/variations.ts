/** Random filters and headers that must not change what a caller may do. */
import type { Variation } from "../../api/permissions/cases.ts";
import type { Random } from "../random.ts";

type Parameters = readonly (readonly [string, string])[];

/** Other ways to filter rows by one value. Names and ids of the matrix contain no quote. */
const FILTERS: readonly [Filter, ...Filter[]] = [
  (column, value) => [[column, `eq.${value}`]],
  (column, value) => [[column, `in.("${value}")`]],
  (column, value) => [[column, `not.neq.${value}`]],
  (column, value) => [["or", `(${column}.eq."${value}",${column}.in.("${value}"))`]],
  (column, value) => [["and", `(${column}.eq."${value}",${column}.not.is.null)`]],
  (column, value) => [[column, `eq(any).{"${value}"}`]],
  (column, value) => [
    [column, `gte.${value}`],
    [column, `lte.${value}`],
  ],
  (column, value) => [["not.or", `(${column}.neq."${value}",${column}.is.null)`]],
];
type Filter = (column: string, value: string | number | boolean) => Parameters;

/** Headers that a caller may invent. None of them gives a role. */
const FORGED: readonly [Headers, ...Headers[]] = [
  {},
  {},
  { "x-forwarded-for": "127.0.0.1" },
  { "x-real-ip": "::1", forwarded: "for=127.0.0.1;host=localhost;proto=https" },
  { role: "service_role", "x-role": "service_role", "x-user-role": "admin" },
  { cookie: "sb-access-token=admin; role=service_role" },
  { "x-client-info": "supabase-js-node/2.0", "user-agent": "Mozilla/5.0" },
  { "x-http-method-override": "GET" },
  { "content-profile": "public", "accept-profile": "public" },
  { "x-upsert": "false" },
];
type Headers = Readonly<Record<string, string>>;

const PREFERENCES: Readonly<Record<string, readonly [string, ...string[]]>> = {
  read: ["", "count=exact", "count=planned", "count=estimated", "handling=lenient", "timezone=Europe/London"],
  insert: ["", "missing=default", "handling=lenient", "count=exact"],
  upsert: ["", "missing=default", "handling=lenient"],
  update: ["", "handling=lenient", "timezone=Asia/Tokyo"],
  delete: ["", "handling=lenient", "timezone=Asia/Tokyo"],
  call: ["", "handling=lenient", "params=multiple-objects", "timezone=UTC"],
};
const ACCEPTED: Readonly<Record<string, readonly [string, ...string[]]>> = {
  read: ["*/*", "application/json", "text/csv", "application/vnd.pgrst.array+json;nulls=stripped"],
};

export interface RandomVariation extends Variation {
  /** The filters and headers so far, for a message. */
  sent(): string[];
}

/** Makes a new choice for each filter and request. */
export function randomVariation(random: Random): RandomVariation {
  const sent: string[] = [];
  const chosen = new Map<string, Headers>();
  return {
    sent: () => sent,
    filter(column, value) {
      const parameters = random.pick(FILTERS)(column, value);
      sent.push(...parameters.map((parameter) => parameter.join("=")));
      return parameters;
    },
    headers(verb) {
      const known = chosen.get(verb);
      if (known) return known;
      const accept = random.pick(ACCEPTED[verb] ?? ["*/*"]);
      const prefer = random.pick(PREFERENCES[verb] ?? [""]);
      const headers = { accept, ...random.pick(FORGED), ...(prefer ? { prefer } : {}) };
      chosen.set(verb, headers);
      sent.push(JSON.stringify(headers));
      return headers;
    },
  };
}
