/** Parses the query string. */
import { negativeLimit, parseFailure } from "../errors.ts";
import { looksLikeFilter, parseFilter, parseLogic } from "./filter.ts";
import { jsonPath, name } from "./names.ts";
import { parseOrder } from "./order.ts";
import { Scanner } from "./scanner.ts";
import { parseColumns, parseSelect } from "./select.ts";
import type { At, Field, Logic, OrderTerm, QueryParameters } from "./types.ts";

/** `apikey` is for the gateway: browsers cannot set headers on a link. */
const NOT_FILTERS = new Set(["select", "columns", "on_conflict", "apikey"]);

/** `called` is true for a function call by GET, whose other parameters are arguments. Throws RestError. */
export function parseQuery(search: URLSearchParams, called: boolean): QueryParameters {
  const where: At<Logic>[] = [];
  const order: At<readonly OrderTerm[]>[] = [];
  const limits: At<number>[] = [];
  const offsets: At<number>[] = [];
  const args: [string, string][] = [];
  for (const [key, value] of search) {
    if (NOT_FILTERS.has(key)) continue;
    refuseNul(key, value);
    const { path, target } = treePath(key);
    const logic = logicHead(path, target);
    if (logic) where.push({ path: logic.path, value: parseLogic(logic.head, value) });
    else if (target.name === "order") order.push({ path, value: value === "" ? [] : parseOrder(value) });
    else if (target.name === "limit") addNumber(limits, path, value, true);
    else if (target.name === "offset") addNumber(offsets, path, value, false);
    else if (called && path.length === 0 && !looksLikeFilter(value)) args.push([key, value]);
    else where.push({ path, value: parseFilter(target, value) });
  }
  const columns = search.get("columns");
  const onConflict = search.get("on_conflict");
  return {
    select: parseSelect(search.get("select") ?? "*"),
    where,
    order,
    limits,
    offsets,
    columns: columns === null ? null : parseColumns(columns, "columns"),
    onConflict: onConflict === null ? null : parseColumns(onConflict, "on_conflict"),
    args,
  };
}

/** PostgreSQL's text cannot contain NUL, and its protocol ends names with one. */
function refuseNul(key: string, value: string): void {
  if (key.includes("\0") || value.includes("\0"))
    throw parseFailure(`parameter (${key})`, 1, "\\u0000", "text without NUL");
}

function treePath(key: string): { path: string[]; target: Field } {
  const scanner = new Scanner(key, `tree path (${key})`);
  const names = [name(scanner)];
  while (scanner.skip(".")) names.push(name(scanner));
  const steps = jsonPath(scanner);
  scanner.expectEnd();
  return { path: names.slice(0, -1), target: { name: names.at(-1) ?? "", path: steps } };
}

/** `or`, `not.or`, `teams.and`, `teams.not.and` */
function logicHead(path: readonly string[], { name: word }: Field): { path: string[]; head: string } | null {
  if (word !== "and" && word !== "or") return null;
  const negated = path.includes("not");
  return { path: path.filter((step) => step !== "not"), head: negated ? `not.${word}` : word };
}

/** Ignores an invalid number, as PostgREST does. */
function addNumber(into: At<number>[], path: string[], value: string, refuseNegative: boolean): void {
  if (!/^-?\d{1,15}$/.test(value)) return;
  const number = Number(value);
  if (refuseNegative && number < 0) throw negativeLimit();
  into.push({ path, value: Math.max(number, 0) });
}
