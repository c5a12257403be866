/**
 * Derives the relationships for embedding from foreign keys, in both directions, and through junction tables. A view
 * has the relationships of a key if it shows all of the key's columns.
 */
import type { CatalogForeignKey } from "./catalog.ts";
import type { ColumnPairs, ForeignKeyRelationship, JunctionRelationship, Table } from "./types.ts";

/** True if exactly `columns` of `table` are unique together. */
export type IsUnique = (table: Table, columns: readonly string[]) => boolean;
/** The views that show all of `columns` of a table, with their names for them: one entry per combination of names. */
export type ShownBy = (table: Table, columns: readonly string[]) => { view: Table; columns: string[] }[];
type TableOf = (schema: string, name: string) => Table | null;

interface Key {
  name: string;
  single: boolean;
  table: Table;
  target: Table;
  pairs: ColumnPairs;
  isSelf: boolean;
}

export function relationshipsOf(
  foreignKeys: readonly CatalogForeignKey[],
  tableOf: TableOf,
  isUnique: IsUnique,
  shownBy: ShownBy,
): (ForeignKeyRelationship | JunctionRelationship)[] {
  const keys = foreignKeys.flatMap((key) => resolved(key, tableOf, isUnique, shownBy));
  return [...keys.flatMap(bothWays), ...junctions(keys.filter(({ single }) => !single))];
}

/** The key itself, and the same key between views of its two tables. */
function resolved(key: CatalogForeignKey, tableOf: TableOf, isUnique: IsUnique, shownBy: ShownBy): Key[] {
  const table = tableOf(key.schema, key.table);
  const target = tableOf(key.target_schema, key.target_table);
  if (!table || !target) return [];
  const single = isUnique(table, key.columns);
  const holders = [{ view: table, columns: key.columns }, ...shownBy(table, key.columns)];
  const targets = [{ view: target, columns: key.target_columns }, ...shownBy(target, key.target_columns)];
  return holders.flatMap((holder) =>
    targets.map((other) => ({
      name: key.name,
      single,
      table: holder.view,
      target: other.view,
      pairs: holder.columns.map((column, index) => [column, other.columns[index] ?? ""] as const),
      isSelf: holder.view === other.view,
    })),
  );
}

function bothWays({ name, single, table, target, pairs, isSelf }: Key): ForeignKeyRelationship[] {
  return [
    {
      kind: single ? "one-to-one" : "many-to-one",
      origin: table,
      target,
      constraint: name,
      columns: pairs,
      isSelf,
    },
    {
      kind: single ? "one-to-one" : "one-to-many",
      origin: target,
      target: table,
      constraint: name,
      columns: swapped(pairs),
      isSelf,
    },
  ];
}

/** A junction table has two foreign keys whose columns are all part of its primary key. */
function junctions(keys: readonly Key[]): JunctionRelationship[] {
  const byTable = new Map<Table, Key[]>();
  for (const key of keys) byTable.set(key.table, [...(byTable.get(key.table) ?? []), key]);
  return [...byTable].flatMap(([junction, own]) => {
    const inKey = own.filter(({ pairs }) => pairs.every(([column]) => junction.primaryKey.includes(column)));
    return inKey.flatMap((first) =>
      inKey
        .filter((second) => second.name !== first.name)
        .map(
          (second): JunctionRelationship => ({
            kind: "many-to-many",
            origin: first.target,
            target: second.target,
            junction,
            constraints: [first.name, second.name],
            originColumns: swapped(first.pairs),
            targetColumns: second.pairs,
            isSelf: first.target === second.target,
          }),
        ),
    );
  });
}

function swapped(pairs: ColumnPairs): ColumnPairs {
  return pairs.map(([own, other]) => [other, own] as const);
}
