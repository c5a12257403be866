import type { Column } from "./published-tables.ts";

/** One condition of a filter such as `user_id=eq.42`, as the realtime client writes it. */
export interface Condition {
  column: string;
  operator: Operator;
  negated: boolean;
  /** One value; several for `in`. */
  values: readonly string[];
}

/** Evaluated by the database, in patterns.ts. */
const PATTERNS = ["like", "ilike", "match", "imatch"] as const;
const OPERATORS = ["eq", "neq", "lt", "lte", "gt", "gte", "in", "is", "isdistinct", ...PATTERNS] as const;
type Operator = (typeof OPERATORS)[number];
export type PatternOperator = (typeof PATTERNS)[number];

export interface PatternCondition extends Condition {
  operator: PatternOperator;
}

export function isPattern(condition: Condition): condition is PatternCondition {
  return PATTERNS.some((operator) => operator === condition.operator);
}

/** Identifies a pattern condition, for use in sets. */
export function patternKey({ column, operator, values }: Condition): string {
  return `${operator} ${values[0] ?? ""} ${column}`;
}

/**
 * Accepts patterns that the database evaluates quickly: short, without back references, with at most one counted
 * repetition.
 */
const MAX_PATTERN = 100;
const isCheapPattern = (pattern: string): boolean =>
  pattern.length <= MAX_PATTERN && !/\\[1-9]/.test(pattern) && (pattern.match(/\{/g) ?? []).length <= 1;

/**
 * True for a trailing `\` that escapes nothing. In a `like`, the database only reports it for texts that match
 * everything before it.
 */
const endsInEscape = (pattern: string): boolean => /(?<!\\)(\\\\)*\\$/.test(pattern);

/** Parses a filter into conditions, all of which must be true; null if the filter is invalid. */
export function parseFilter(text: string): Condition[] | null {
  if (text === "") return [];
  const conditions: Condition[] = [];
  for (const part of splitOutsideQuotes(text)) {
    const match = /^([^=]+)=(not\.)?([a-z]+)\.([\s\S]*)$/.exec(part);
    const operator = OPERATORS.find((name) => name === match?.[3]);
    if (!match?.[1] || !operator) return null;
    const value = match[4] ?? "";
    const list = operator === "in" ? /^\(([\s\S]*)\)$/.exec(value)?.[1] : undefined;
    if (operator === "in" && list === undefined) return null;
    const values = list === undefined ? [value] : splitOutsideQuotes(list);
    const condition: Condition = {
      column: match[1],
      operator,
      negated: match[2] !== undefined,
      values: values.map(unquoted),
    };
    const [pattern = ""] = condition.values;
    if (isPattern(condition) && (!isCheapPattern(pattern) || endsInEscape(pattern))) return null;
    conditions.push(condition);
  }
  return conditions;
}

/**
 * True if a row matches all conditions. Null compares as in SQL. `matched` has the keys of the patterns that the row
 * matches.
 */
export function matchesFilter(
  conditions: readonly Condition[],
  record: Readonly<Record<string, unknown>>,
  columns: readonly Column[],
  matched: ReadonlySet<string> = NONE,
): boolean {
  return conditions.every((condition) => {
    const type = columns.find(({ name }) => name === condition.column)?.type ?? "text";
    const actual = record[condition.column];
    const missing = actual === null || actual === undefined;
    const held = isPattern(condition)
      ? missing
        ? null
        : matched.has(patternKey(condition))
      : evaluate(condition, actual, type);
    return held !== null && held !== condition.negated;
  });
}

const NONE: ReadonlySet<string> = new Set();

function evaluate({ operator, values }: Condition, actual: unknown, type: string): boolean | null {
  const [value = ""] = values;
  const missing = actual === null || actual === undefined;
  if (operator === "is") return value === "null" || value === "unknown" ? missing : String(actual) === value;
  if (operator === "isdistinct")
    return value === "null" ? !missing : missing || compare(actual, value, type) !== 0;
  if (missing) return null;
  switch (operator) {
    case "eq":
      return compare(actual, value, type) === 0;
    case "neq":
      return compare(actual, value, type) !== 0;
    case "lt":
      return compare(actual, value, type) < 0;
    case "lte":
      return compare(actual, value, type) <= 0;
    case "gt":
      return compare(actual, value, type) > 0;
    case "gte":
      return compare(actual, value, type) >= 0;
    case "in":
      return values.some((one) => compare(actual, one, type) === 0);
    default:
      return null;
  }
}

/** Negative, zero or positive. NaN if `value` is not of the column's type; then only `neq` is true. */
function compare(actual: unknown, value: string, type: string): number {
  if (NUMBERS.test(type)) return Number(actual) - Number(value);
  if (INSTANTS.test(type)) return Date.parse(String(actual)) - Date.parse(value);
  const text =
    type === "bool" ? String(actual) : typeof actual === "object" ? JSON.stringify(actual) : String(actual);
  const other = type === "bool" ? (BOOLEANS[value.toLowerCase()] ?? value) : value;
  return text === other ? 0 : text < other ? -1 : 1;
}

/** Equal for values that `eq` treats as equal, of a row or of a filter, in a column of this type. Null equals nothing. */
export function equalityKey(value: unknown, type: string): string | null {
  const number = NUMBERS.test(type) ? Number(value) : INSTANTS.test(type) ? Date.parse(String(value)) : null;
  if (number !== null) return Number.isNaN(number) ? null : String(number);
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return type === "bool" ? (BOOLEANS[text.toLowerCase()] ?? text) : text;
}

const NUMBERS = /^(int[248]|float[48]|numeric)$/;
const INSTANTS = /^(timestamptz?|date)$/;
const BOOLEANS: Readonly<Record<string, string>> = { t: "true", f: "false", "1": "true", "0": "false" };

/** Splits at commas outside quotes and brackets. */
function splitOutsideQuotes(text: string): string[] {
  const parts: string[] = [];
  let [start, depth, quoted] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (quoted && character === "\\") at++;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && character === "(") depth++;
    else if (!quoted && character === ")") depth--;
    else if (!quoted && depth === 0 && character === ",") {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

function unquoted(text: string): string {
  return /^"[\s\S]*"$/.test(text) ? text.slice(1, -1).replace(/\\(.)/g, "$1") : text;
}
