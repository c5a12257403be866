/** COPY of whole tables in PostgreSQL's text format. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import type { Rows, Table } from "./format.ts";
import { inRows, RowHash } from "./row-hash.ts";

const PART_BYTES = 4 * 2 ** 20;

/** `"schema"."name"`. */
export function quoted({ schema, name }: Pick<Table, "schema" | "name">): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}

/** Calls `part` with each part of the table's rows, and returns their count and hash. */
export async function readRows(
  client: pg.Client,
  table: Table,
  part: (bytes: Buffer) => Promise<void> = async () => {},
  condition = "true",
): Promise<Rows> {
  const columns = table.columns.map(pg.escapeIdentifier).join(", ");
  const query = `copy (select ${columns} from only ${quoted(table)} where ${condition}) to stdout`;
  const hash = new RowHash();
  for await (const bytes of inRows(client.query(copyTo(query)), PART_BYTES)) {
    hash.add(bytes);
    await part(bytes);
  }
  return hash.rows;
}

/** Adds rows to a table. */
export async function writeRows(
  client: pg.Client,
  table: Table,
  parts: AsyncIterable<Buffer>,
): Promise<void> {
  const columns = table.columns.length === 0 ? "" : `(${table.columns.map(pg.escapeIdentifier).join(", ")})`;
  const query = copyFrom(`copy ${quoted(table)} ${columns} from stdin`);
  await pipeline(Readable.from(parts), client.query(query));
}
