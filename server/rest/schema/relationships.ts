/** Which tables can be embedded in which: from foreign keys, in both directions, and through junction tables. */
import type { CatalogForeignKey } from "./catalog.ts";
import type { ColumnPairs, ForeignKeyRelationship, JunctionRelationship, Table } from "./types.ts";

/** Whether `columns` of `table` are unique together, exactly. */
export type IsUnique = (table: Table, columns: readonly string[]) => boolean;
type TableOf = (schema: string, name: string) => Table | null;

interface Key {
  name: string;
  table: Table;
  target: Table;
  columns: readonly string[];
  pairs: ColumnPairs;
}

export function relationshipsOf(
  foreignKeys: readonly CatalogForeignKey[],
  tableOf: TableOf,
  isUnique: IsUnique,
): (ForeignKeyRelationship | JunctionRelationship)[] {
  const keys = foreignKeys.flatMap((key) => resolved(key, tableOf));
  return [...keys.flatMap((key) => bothWays(key, isUnique)), ...junctions(keys)];
}

function resolved(key: CatalogForeignKey, tableOf: TableOf): Key[] {
  const table = tableOf(key.schema, key.table);
  const target = tableOf(key.target_schema, key.target_table);
  if (!table || !target) return [];
  const pairs = key.columns.map((column, index) => [column, key.target_columns[index] ?? ""] as const);
  return [{ name: key.name, table, target, columns: key.columns, pairs }];
}

function bothWays(key: Key, isUnique: IsUnique): ForeignKeyRelationship[] {
  const single = isUnique(key.table, key.columns);
  const constraint = key.name;
  return [
    {
      kind: single ? "one-to-one" : "many-to-one",
      origin: key.table,
      target: key.target,
      constraint,
      columns: key.pairs,
      holdsKey: true,
    },
    {
      kind: single ? "one-to-one" : "one-to-many",
      origin: key.target,
      target: key.table,
      constraint,
      columns: key.pairs.map(([own, other]) => [other, own] as const),
      holdsKey: false,
    },
  ];
}

/** A junction has two foreign keys whose columns are all part of its primary key. */
function junctions(keys: readonly Key[]): JunctionRelationship[] {
  const byTable = new Map<Table, Key[]>();
  for (const key of keys) byTable.set(key.table, [...(byTable.get(key.table) ?? []), key]);
  return [...byTable.values()].flatMap((own) =>
    own.flatMap((first) =>
      own
        .filter(
          (second) =>
            second !== first &&
            [...first.columns, ...second.columns].every((column) => first.table.primaryKey.includes(column)),
        )
        .map(
          (second): JunctionRelationship => ({
            kind: "many-to-many",
            origin: first.target,
            target: second.target,
            junction: first.table,
            constraints: [first.name, second.name],
            originColumns: first.pairs.map(([own, other]) => [other, own] as const),
            targetColumns: second.pairs,
          }),
        ),
    ),
  );
}
