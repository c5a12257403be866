/** `select=id,kickoff:match_date::text,home:teams!home_team_id(name,logo_url),...league(name)` */
import { aggregatesOff } from "../errors.ts";
import { field, name, nameIfAny } from "./names.ts";
import { Scanner } from "./scanner.ts";
import type { SelectItem } from "./types.ts";

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
    if (target === null) return null;
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
  if (scanner.skip("*")) return { kind: "field", field: { name: "*", path: [] }, cast: null, alias: null };
  const alias = aliasIfAny(scanner);
  if (scanner.startsWith("count()")) throw aggregatesOff();
  const selected = field(scanner);
  if (scanner.match(/\.(?:sum|avg|min|max|count)\(\)/y)) throw aggregatesOff();
  const cast = scanner.skip("::") ? scanner.match(CAST)?.[0].trim() : null;
  if (cast === undefined) throw scanner.failure("letter or digit");
  return { kind: "field", field: selected, cast, alias };
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
