/** Finds the table keys that a view shows completely, and their names in the view. */
import type { Catalog, CatalogTable } from "./catalog.ts";
import { columnOrigins, resolvedOrigins } from "./view-columns.ts";

interface Named {
  schema: string;
  name: string;
}

export interface ShownColumns {
  /**
   * The views that show all of a table's `columns`, one entry per combination of names (a view may show a column
   * twice).
   */
  showing(table: Named, columns: readonly string[]): (Named & { columns: string[] })[];
  /** The view's names of every primary key that it shows completely. */
  primaryKeyOf(view: Named): string[];
}

export function shownColumns(catalog: Catalog): ShownColumns {
  const tables = new Map(catalog.tables.map((table) => [table.oid, table]));
  const byTable = new Map<CatalogTable, { view: CatalogTable; names: Map<string, string[]> }[]>();
  const byView = new Map<string, { table: CatalogTable; names: Map<string, string[]> }[]>();
  const origins = new Map(catalog.views.map(({ oid, rule }) => [oid, columnOrigins(rule)]));
  for (const [oid, columns] of resolvedOrigins(origins)) {
    const view = tables.get(oid);
    if (!view) continue;
    for (const [table, names] of namesByTable(view, columns, tables)) {
      byTable.set(table, [...(byTable.get(table) ?? []), { view, names }]);
      byView.set(keyOf(view), [...(byView.get(keyOf(view)) ?? []), { table, names }]);
    }
  }
  const found = new Map(catalog.tables.map((table) => [keyOf(table), table]));
  return {
    showing(of, columns) {
      const table = found.get(keyOf(of));
      return (table ? (byTable.get(table) ?? []) : []).flatMap(({ view, names }) =>
        choices(columns.map((column) => names.get(column) ?? [])).map((chosen) => ({
          schema: view.schema,
          name: view.name,
          columns: chosen,
        })),
      );
    },
    primaryKeyOf(view) {
      return (byView.get(keyOf(view)) ?? []).flatMap(({ table, names }) => {
        const own = table.primary_key.map((column) => names.get(column)?.[0]);
        return own.every((name) => name !== undefined) ? own : [];
      });
    },
  };
}

function namesByTable(
  view: CatalogTable,
  columns: readonly { number: number; table: number; column: number }[],
  tables: ReadonlyMap<number, CatalogTable>,
): Map<CatalogTable, Map<string, string[]>> {
  const found = new Map<CatalogTable, Map<string, string[]>>();
  for (const origin of columns) {
    const table = tables.get(origin.table);
    const column = table?.columns.find(({ number }) => number === origin.column)?.name;
    const shown = view.columns.find(({ number }) => number === origin.number)?.name;
    if (!table || column === undefined || shown === undefined) continue;
    const names = found.get(table) ?? new Map<string, string[]>();
    names.set(column, [...(names.get(column) ?? []), shown]);
    found.set(table, names);
  }
  return found;
}

/** All combinations of one element of each list; none if a list is empty. */
function choices(of: readonly (readonly string[])[]): string[][] {
  return of.reduce<string[][]>(
    (ways, names) => ways.flatMap((way) => names.map((name) => [...way, name])),
    of.length === 0 ? [] : [[]],
  );
}

function keyOf({ schema, name }: Named): string {
  return JSON.stringify([schema, name]);
}
