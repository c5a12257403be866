/** `select=id,kickoff:match_date::text,home:teams!home_team_id(name,logo_url),...league(name)` */
import { field, name, nameIfAny } from "./names.ts";
import { Scanner } from "./scanner.ts";
import { AGGREGATES, type Aggregate, type SelectItem } from "./types.ts";

const AGGREGATE = /\.(avg|count|max|min|sum)\(\)/y;
const CAST = /[A-Za-z_][A-Za-z0-9_ $]*/y;

/** Throws RestError PGRST100. */
export function parseSelect(text: string): SelectItem[] {
  const scanner = new Scanner(text, `select parameter (${text})`);
  const items = forest(scanner, () => scanner.atEnd);
  scanner.expectEnd();
  return items;
}

function forest(scanner: Scanner, ended: () => boolean): SelectItem[] {
  scanner.spaces();
  if (ended()) return [];
  const items = [item(scanner)];
  while (scanner.skip(",")) items.push(item(scanner));
  return items;
}

function item(scanner: Scanner): SelectItem {
  scanner.spaces();
  const read = embed(scanner) ?? selectedField(scanner);
  scanner.spaces();
  if (!scanner.atEnd && !/[,)]/.test(scanner.peek()))
    throw scanner.failure('"->>", "->", "::", ")", "," or end of input');
  return read;
}

function embed(scanner: Scanner): SelectItem | null {
  const head = scanner.attempt(() => {
    const spread = scanner.skip("...") || scanner.skip("..");
    const alias = spread ? null : aliasIfAny(scanner);
    const target = nameIfAny(scanner);
    if (target === null || target === "count") return null; // count() aggregates
    let hint: string | null = null;
    let inner = false;
    for (let count = 0; count < 2 && scanner.skip("!"); count++) {
      const word = nameIfAny(scanner);
      if (word === null) return null;
      if (word === "inner") inner = true;
      else if (word !== "left") hint = word;
    }
    return scanner.skip("(") ? { spread, alias, name: target, hint, inner } : null;
  });
  if (!head) return null;
  const select = scanner.nested(() => forest(scanner, () => scanner.peek() === ")"));
  scanner.expect(")");
  return { kind: "embed", ...head, select };
}

function selectedField(scanner: Scanner): SelectItem {
  const rows = { kind: "field", field: { name: "*", path: [] }, cast: null } as const;
  if (scanner.skip("*")) return { ...rows, alias: null, aggregate: null };
  const alias = aliasIfAny(scanner);
  if (scanner.skip("count()"))
    return { ...rows, alias, aggregate: { name: "count", cast: castIfAny(scanner) } };
  const selected = field(scanner);
  const cast = castIfAny(scanner);
  return { kind: "field", field: selected, cast, alias, aggregate: aggregateIfAny(scanner) };
}

/** `.sum()` and the cast of its result. */
function aggregateIfAny(scanner: Scanner): Aggregate | null {
  const word = scanner.match(AGGREGATE)?.[1];
  const name = AGGREGATES.find((known) => known === word);
  return name ? { name, cast: castIfAny(scanner) } : null;
}

function castIfAny(scanner: Scanner): string | null {
  if (!scanner.skip("::")) return null;
  const cast = scanner.match(CAST)?.[0].trim();
  if (cast === undefined) throw scanner.failure("letter or digit");
  return cast;
}

/** `alias:` but not the `::` of a cast. */
function aliasIfAny(scanner: Scanner): string | null {
  return scanner.attempt(() => {
    const alias = nameIfAny(scanner);
    if (alias === null || scanner.startsWith("::") || !scanner.skip(":")) return null;
    return alias;
  });
}

/** `columns=a,b` and `on_conflict=a,b` */
export function parseColumns(text: string, parameter: "columns" | "on_conflict"): string[] {
  const scanner = new Scanner(text, `${parameter} parameter (${text})`);
  const columns: string[] = [];
  do {
    scanner.spaces();
    columns.push(name(scanner));
    scanner.spaces();
  } while (scanner.skip(","));
  scanner.expectEnd();
  return columns;
}
