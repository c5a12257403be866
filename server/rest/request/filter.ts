/** `id=eq.1`, `name=not.in.(a,"b,c")`, `or=(status.eq.live,and(home_score.gt.2,not.away_score.is.null))` */
import type { RestError } from "../errors.ts";
import { field, quoted } from "./names.ts";
import { Scanner } from "./scanner.ts";
import type { Field, Filter, Logic, LogicGroup, Operation } from "./types.ts";

const QUANTIFIED = ["eq", "gte", "gt", "lte", "lt", "like", "ilike", "match", "imatch"];
const COMPARES = new Set([...QUANTIFIED, "neq", "cs", "cd", "ov", "sl", "sr", "nxr", "nxl", "adj"]);
const FTS = new Set(["fts", "plfts", "phfts", "wfts"]);
const WORDS = new Set(["in", "is", "isdistinct"]);
const IS = /(not_null|null|true|false|unknown)/iy;

/** Parses the filter of one query parameter. Everything after the operator is its value. Throws RestError PGRST100. */
export function parseFilter(target: Field, text: string): Filter {
  const scanner = new Scanner(text, `filter (${text})`);
  const filter = expression(scanner, target, () => scanner.rest());
  scanner.expectEnd();
  return filter;
}

/** `head` is the parameter's name: `and`, `or`, `not.and` or `not.or`. Throws RestError PGRST100. */
export function parseLogic(head: string, text: string): Logic {
  const scanner = new Scanner(head + text, `logic tree (${text})`);
  const logic = group(scanner);
  if (!logic) throw scanner.failure("logic operator (and, or)");
  scanner.expectEnd();
  return logic;
}

/** True if a parameter of a call could be a filter on the result. PostgREST decides by the form of the value. */
export function looksLikeFilter(value: string): boolean {
  const [word = ""] = value.split(/[.(]/, 1);
  return (
    (value.includes(".") || FTS.has(word)) &&
    (word === "not" || WORDS.has(word) || COMPARES.has(word) || FTS.has(word))
  );
}

function logicMember(scanner: Scanner): Logic {
  scanner.spaces();
  const member = group(scanner) ?? expressionInside(scanner);
  scanner.spaces();
  return member;
}

function group(scanner: Scanner): LogicGroup | null {
  const head = scanner.match(/(not\.)?(and|or)[ \t]*\(/y);
  if (!head) return null;
  const members = scanner.nested(() => {
    const read = [logicMember(scanner)];
    while (scanner.skip(",")) read.push(logicMember(scanner));
    return read;
  });
  scanner.expect(")");
  return {
    kind: "group",
    negated: head[1] !== undefined,
    operator: head[2] === "or" ? "or" : "and",
    members,
  };
}

function expressionInside(scanner: Scanner): Filter {
  const target = field(scanner);
  scanner.expect(".");
  return expression(scanner, target, () => valueInside(scanner));
}

/** Inside a logic tree a value ends at `,` or `)`, unless it is quoted or a `{…}` array. */
function valueInside(scanner: Scanner): string {
  const inQuotes = scanner.attempt(() => {
    const value = quoted(scanner);
    return value !== null && (scanner.atEnd || /[,)]/.test(scanner.peek())) ? value : null;
  });
  return inQuotes ?? scanner.match(/\{[^{}]*\}/y)?.[0] ?? scanner.match(/[^,)]*/y)?.[0] ?? "";
}

function expression(scanner: Scanner, target: Field, value: () => string): Filter {
  const negated = scanner.skip("not.");
  return { kind: "filter", field: target, negated, operation: operation(scanner, negated, value) };
}

function operation(scanner: Scanner, negated: boolean, value: () => string): Operation {
  const head = scanner.attempt(() => operatorIfAny(scanner));
  if (!head) throw noOperator(scanner, negated);
  const { operator, modifier } = head;
  switch (operator) {
    case "in":
      return { kind: "in", values: list(scanner) };
    case "is":
      return { kind: "is", value: trilean(scanner) };
    case "isdistinct":
      return { kind: "isdistinct", value: value() };
  }
  if (FTS.has(operator)) return { kind: "fts", operator, language: modifier, value: value() };
  const quantifier = modifier === "any" || modifier === "all" ? modifier : null;
  return { kind: "compare", operator, quantifier, value: value() };
}

/** `eq.`, `like(any).`, `fts(english).` */
function operatorIfAny(scanner: Scanner): { operator: string; modifier: string | null } | null {
  const found = scanner.match(/([a-z]+)(?:\(([\p{L}\p{N}_ $]+)\))?\./uy);
  const [, operator = "", modifier = null] = found ?? [];
  const takes =
    modifier === null ? COMPARES.has(operator) || WORDS.has(operator) : isQuantified(operator, modifier);
  return takes || FTS.has(operator) ? { operator, modifier } : null;
}

function isQuantified(operator: string, modifier: string): boolean {
  return QUANTIFIED.includes(operator) && (modifier === "any" || modifier === "all");
}

/** Reports the position where PostgREST's parser fails: after the known part of the operator. */
function noOperator(scanner: Scanner, negated: boolean): RestError {
  const known = [...QUANTIFIED, ...COMPARES, ...FTS, ...WORDS].find((operator) => scanner.skip(operator));
  if (known !== undefined) {
    if (QUANTIFIED.includes(known) || FTS.has(known)) scanner.skip("(");
    return scanner.failure("operator (eq, gt, ...)");
  }
  if (negated) return scanner.failure("operator (eq, gt, ...)");
  return scanner.failure('"not" or operator (eq, gt, ...)', scanner.startsWith("no") ? 2 : 0);
}

function trilean(scanner: Scanner): "null" | "not_null" | "true" | "false" | "unknown" {
  const word = scanner.match(IS)?.[1]?.toLowerCase();
  switch (word) {
    case "null":
    case "not_null":
    case "true":
    case "false":
    case "unknown":
      return word;
    default:
      throw scanner.failure("isVal: (null, not_null, true, false, unknown)");
  }
}

/** Spaces around the parentheses do not count, those before a comma do. Source: PostgREST's QueryParams.hs, pListVal. */
function list(scanner: Scanner): string[] {
  scanner.spaces();
  scanner.expect("(");
  scanner.spaces();
  const values = [element(scanner)];
  while (scanner.skip(",")) values.push(element(scanner));
  scanner.expect(")");
  scanner.spaces();
  return values.length === 1 && values[0] === "" ? [] : values;
}

function element(scanner: Scanner): string {
  const inQuotes = scanner.attempt(() => {
    const value = quoted(scanner);
    return value !== null && /[,)]/.test(scanner.peek()) ? value : null;
  });
  return inQuotes ?? scanner.match(/[^,)]*/y)?.[0] ?? "";
}
