import type { Caller, Database } from "../../database/database.ts";
import type { PublishedTable } from "./published-tables.ts";

/**
 * The positions in `rows` of the rows that a caller may read by row-level security. One query, run as the caller,
 * checks all rows of a statement. Empty without a primary key or without the privilege.
 */
export async function visibleRows(
  database: Database,
  caller: Caller,
  relation: PublishedTable,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<ReadonlySet<number>> {
  const { key } = relation;
  if (key.length === 0 || rows.length === 0) return new Set();
  const names = key.map(({ name }) => quoted(name));
  const wanted = rows.map((row, position) => ({
    ...Object.fromEntries(key.map(({ name }) => [name, row[name]])),
    [POSITION]: position,
  }));
  const shape = key.map(({ name, type }) => `${quoted(name)} ${quoted(type)}`).join(", ");
  const text = `select asked."${POSITION}"
    from jsonb_to_recordset($1::jsonb) as asked(${shape}, "${POSITION}" int)
    join ${quoted(relation.schema)}.${quoted(relation.table)} as seen using (${names.join(", ")})`;
  const [result] = await database.run(caller, [{ text, params: [JSON.stringify(wanted)] }]);
  return new Set((result?.rows ?? []).map(([position]) => Number(position)));
}

const POSITION = "position of the change";

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
