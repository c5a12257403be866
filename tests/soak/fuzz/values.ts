/** The values that generated requests consist of: odd ones, and those that the club knows. */
import fc from "fast-check";
import { daysFromNow } from "../../club-time.ts";

/** Valid JSON, nested deeper than a recursive program can follow. */
const DEEP = 30_000;
const DEEP_LIST = "[".repeat(DEEP) + "]".repeat(DEEP);

/** JSON texts: NUL, lone surrogates, numbers beyond every type, dates beyond every range, and wrong types. */
const ODD_JSON = [
  "null",
  "true",
  "0",
  "-1",
  "1.5",
  "1e400",
  "-1e400",
  "2147483648",
  "-9223372036854775809",
  "99999999999999999999999999",
  '""',
  '" "',
  '"%"',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00x"',
  '"\\u202e\\ufeff"',
  '"infinity"',
  '"NaN"',
  '"now"',
  '"9999-99-99"',
  '"294277-01-01"',
  '"-4713-01-01"',
  '"24:00:00"',
  '"{1,\\"}"',
  '"[1,2)"',
  '"../../etc/passwd"',
  '"a\\r\\nX: y"',
  "[]",
  "[null]",
  '["\\u0000"]',
  "[[[]]]",
  "{}",
  '{"a":{"b":["\\u0000"]}}',
  '{"__proto__":{"a":1}}',
  '{"toString":1,"then":{}}',
  '{"toJSON":1,"valueOf":null,"length":-1}',
  DEEP_LIST,
  `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`,
  JSON.stringify("x".repeat(3000)),
  JSON.stringify("x".repeat(70_000)),
];

/** Bodies that are no JSON object. */
const ODD_BODIES = [
  "",
  "{",
  "null",
  "0",
  "1e400",
  "[]",
  "[[]]",
  "[{},{}]",
  "[null]",
  '""',
  '"\\u0000"',
  '{"\\u0000":1}',
  '{"\\ud800":1}',
  '{"a":1,"a":2}',
  "\u0000",
  "\ufeff{}",
  "\u00ff\u00fe",
  "a,b\n1,2",
  "a=1&b=%00",
  '--x\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\nz\r\n--x--',
  DEEP_LIST,
];

/** Texts for an address, escaped: NUL, invalid UTF-8, separators. */
const ODD_TEXTS = [
  "",
  "%00",
  "a%00b",
  "%ED%A0%80",
  "%ff",
  "%25",
  "..%2f",
  "%2e%2e",
  "%0d%0aX:%20y",
  "99999999999999999999",
  "-1",
  "1e9",
  "'",
  "%22",
  "%F4%90%80%80",
  "%",
  "*",
  "{}",
  "()",
  "a".repeat(2000),
];

export const odd = {
  json: fc.constantFrom(...ODD_JSON),
  body: fc.constantFrom(...ODD_BODIES),
  text: fc.constantFrom(...ODD_TEXTS),
};

const DAY = daysFromNow(0);
/** JSON texts of valid values, by PostgreSQL's type. */
const VALID: Readonly<Record<string, readonly string[]>> = {
  boolean: ["true", "false"],
  integer: ["0", "1", "50", "51"],
  bigint: ["0", "1"],
  numeric: ["0.5"],
  date: [`"${DAY}"`],
  "timestamp with time zone": [`"${DAY}T10:00:00Z"`],
  "time without time zone": ['"10:00"'],
  jsonb: ["{}", "[]", '[{"home":"a"}]'],
};

/** JSON texts of a value of PostgreSQL's type `format`, mostly valid, and of any other value. */
export function typedValue(known: readonly string[], format: string): fc.Arbitrary<string> {
  const [type = "", isList] = format.split(/(?=\[\])/);
  const ids = known.filter((value) => /^[\da-f-]{36}$/.test(value));
  const valid = (VALID[type] ?? (type === "uuid" ? ids : known).map((value) => JSON.stringify(value))).map(
    (value) => (isList ? `[${value}]` : value),
  );
  return fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom("null", ...valid) },
    { weight: 1, arbitrary: jsonValue(known) },
  );
}

/** JSON texts of values that are valid somewhere; `known` has identifiers, names and addresses of the club. */
export function jsonValue(known: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: odd.json },
    { weight: 4, arbitrary: fc.constantFrom(...known.map((value) => JSON.stringify(value))) },
    { weight: 1, arbitrary: fc.constantFrom(...known.map((value) => JSON.stringify([value]))) },
    { weight: 1, arbitrary: fc.integer({ min: -2, max: 60 }).map(String) },
    { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
    {
      weight: 1,
      arbitrary: fc.string({ unit: "binary", maxLength: 20 }).map((text) => JSON.stringify(text)),
    },
  );
}

/** Texts of an address, escaped. */
export function text(known: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 2, arbitrary: odd.text },
    { weight: 2, arbitrary: fc.constantFrom(...known.map((value) => encodeURIComponent(value))) },
    {
      weight: 1,
      arbitrary: fc.string({ unit: "binary", maxLength: 12 }).map((value) => encodeURIComponent(value)),
    },
  );
}

const OPERATORS =
  "eq. neq. gt. gte. lt. like. ilike. match. imatch. in.( is. isdistinct. fts. plfts(english). wfts. cs. cs.{ cd. ov. sl. adj. not.eq. not. eq(any).{ like(all).".split(
    " ",
  );

/** The value of a filter of the data API: an operator and a text. */
export function filterValue(known: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom("", ...OPERATORS), text(known), fc.constantFrom("", ")", "}"))
    .map((parts) => parts.join(""));
}

const SYNTAX =
  "* ( ) , . : :: -> ->> ! !inner count() id.count() sum() ::text ::json ... asc desc nullslast eq. and( or( not. null 1 %20 %22".split(
    " ",
  );

/** A text of the grammar of `select`, `order` and logic trees, from names and syntax in random order. */
export function grammar(names: readonly string[]): fc.Arbitrary<string> {
  return fc
    .array(fc.oneof(fc.constantFrom(...SYNTAX), fc.constantFrom("*", ...names)), { maxLength: 9 })
    .map((parts) => parts.join(""));
}
