/** Rows of unfinished uploads and of the parts that have been received. */

import type { Caller, Database, Queryable } from "../../database/database.ts";
import { rowObjects } from "../../database/rows.ts";
import { ownerOf } from "../require-caller.ts";

export interface Upload {
  id: string;
  role: string;
  owner: string | null;
  upsert: boolean;
  size: number;
  /** The bytes that are stored and acknowledged. */
  received: number;
  metadata: Record<string, string | null>;
  /** ISO 8601. */
  created: string;
}

export interface Part {
  start: number;
  size: number;
  version: string;
}

/** The bucket and name in an upload's id, `<bucket>/<name>/<uuid>`. */
export function objectOf(id: string): { bucket: string; name: string } {
  const [bucket = "", ...rest] = id.split("/");
  return { bucket, name: rest.slice(0, -1).join("/") };
}

/** Null if there is no upload with this id, or its row has been removed after it expired. */
export async function findUpload(database: Queryable, id: string): Promise<Upload | null> {
  const [row] = await database.query<Omit<Upload, "size" | "received"> & { size: string; received: string }>(
    `select id, role, owner, upsert, size::text, received::text, metadata,
        to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created
       from host.uploads where id = $1`,
    [id],
  );
  return row ? { ...row, size: Number(row.size), received: Number(row.received) } : null;
}

/** Records a new upload of `caller`. */
export async function insertUpload(
  database: Database,
  caller: Caller,
  { id, upsert, size, metadata }: Pick<Upload, "id" | "upsert" | "size" | "metadata">,
): Promise<void> {
  await database.query(
    `insert into host.uploads (id, role, owner, upsert, size, metadata)
     values ($1, $2, $3, $4::boolean, $5::bigint, $6::jsonb)`,
    [id, caller.role, ownerOf(caller), String(upsert), String(size), JSON.stringify(metadata)],
  );
}

/** True if `caller` created the upload. */
export function isCreator({ role, owner }: Upload, caller: Caller): boolean {
  return role === caller.role && owner === ownerOf(caller);
}

/** The received parts in order. */
export async function partsOf(database: Database, id: string): Promise<Part[]> {
  const [result] = await database.run(null, [
    {
      text: "select start, size, version from host.upload_parts where upload_id = $1 order by start",
      params: [id],
    },
  ]);
  const rows = rowObjects<{ start: string | number; size: string | number; version: string }>(result);
  return rows.map(({ start, size, version }) => ({ start: Number(start), size: Number(size), version }));
}

/** Adds a part. False, without a change, if another request has added one at the same place. */
export function addPart(database: Database, id: string, { start, size, version }: Part): Promise<boolean> {
  return database.transaction(null, async (tx) => {
    if (!(await advance(tx, id, start, size))) return false;
    await tx.query(
      "insert into host.upload_parts (upload_id, start, size, version) values ($1, $2::bigint, $3::bigint, $4)",
      [id, String(start), String(size), version],
    );
    return true;
  });
}

/**
 * Marks all bytes as received and releases the parts. False if another request did so first, or has added a part.
 */
export async function finish(tx: Queryable, id: string, start: number, size: number): Promise<boolean> {
  if (!(await advance(tx, id, start, size))) return false;
  await tx.query("delete from host.upload_parts where upload_id = $1", [id]);
  return true;
}

async function advance(tx: Queryable, id: string, start: number, size: number): Promise<boolean> {
  const changed = await tx.query(
    "update host.uploads set received = received + $3::bigint where id = $1 and received = $2::bigint returning id",
    [id, String(start), String(size)],
  );
  return changed.length === 1;
}

/** Removes an upload and its parts' rows. */
export async function deleteUpload(database: Database, id: string): Promise<void> {
  await database.query("delete from host.uploads where id = $1", [id]);
}
