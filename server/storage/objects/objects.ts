/** Rows of storage.objects. Row-level security applies: each statement runs as the caller. */
import { randomUUID } from "node:crypto";
import { becomeCaller } from "../../database/become-caller.ts";
import type { Caller, Database, Queryable } from "../../database/database.ts";
import { rowObjects } from "../../database/rows.ts";
import { StorageError } from "../errors.ts";
import { ownerOf } from "../require-caller.ts";
import { isoTime } from "../timestamps.ts";

/** Metadata of the stored bytes under S3's names, as in Supabase Storage. */
export interface FileMetadata {
  eTag: string;
  size: number;
  mimetype: string;
  cacheControl: string;
  /** ISO 8601. */
  lastModified: string;
  contentLength: number;
  httpStatusCode: 200;
}

export interface StoredObject {
  id: string;
  name: string;
  bucket_id: string;
  version: string;
  created_at: string;
  updated_at: string;
  metadata: FileMetadata;
  user_metadata: Record<string, unknown> | null;
}

export const OBJECT_COLUMNS = `id, name, bucket_id, version, owner, owner_id, metadata, user_metadata,
  ${isoTime("created_at")} as created_at, ${isoTime("updated_at")} as updated_at,
  ${isoTime("last_accessed_at")} as last_accessed_at`;

/**
 * Finds an object. A null `caller` skips the policies, as for public buckets and signed URLs. Throws object_not_found.
 */
export async function findObject(
  database: Database,
  caller: Caller | null,
  bucket: string,
  name: string,
): Promise<StoredObject> {
  const text = `select ${OBJECT_COLUMNS} from storage.objects where bucket_id = $1 and name = $2 and metadata is not null`;
  const [result] = await database.run(caller, [{ text, params: [bucket, name] }]);
  const [object] = rowObjects<StoredObject>(result);
  if (!object) throw new StorageError("object_not_found");
  return object;
}

/** Finds an object of a public bucket; null if there is no such object or the bucket is private. */
export async function findPublicObject(
  database: Database,
  bucket: string,
  name: string,
): Promise<StoredObject | null> {
  const [object] = await database.query<StoredObject>(
    `select ${OBJECT_COLUMNS} from storage.objects where bucket_id = $1 and name = $2 and metadata is not null
        and exists (select from storage.buckets b where b.id = $1 and b.public)`,
    [bucket, name],
  );
  return object ?? null;
}

export interface NewObject {
  bucket: string;
  name: string;
  version: string;
  metadata: FileMetadata | null;
  userMetadata: Record<string, unknown>;
}

export interface PutResult {
  id: string;
  /** The version that the row referenced before. */
  replaced: string | null;
}

/**
 * Inserts the row, or with `upsert` updates an existing one to the new version. `first` runs as the host in the same
 * transaction. Throws DatabaseError.
 */
export function putObject(
  database: Database,
  caller: Caller,
  object: NewObject,
  upsert: boolean,
  first?: (tx: Queryable) => Promise<void>,
): Promise<PutResult> {
  return database.transaction(null, async (tx) => {
    await first?.(tx);
    return put(tx, caller, object, upsert);
  });
}

/** Resolves if `putObject` would be allowed, so that a refused upload is refused before its body is read. */
export async function checkPutObject(
  database: Database,
  caller: Caller,
  object: NewObject,
  upsert: boolean,
): Promise<void> {
  const allowed = Symbol("allowed");
  await database
    .transaction(null, async (tx) => {
      await put(tx, caller, object, upsert);
      throw allowed; // rolls back
    })
    .catch((error: unknown) => {
      if (error !== allowed) throw error;
    });
}

async function put(tx: Queryable, caller: Caller, object: NewObject, upsert: boolean): Promise<PutResult> {
  const { bucket, name, version, metadata, userMetadata } = object;
  // Serialises writes to one name, so that each replaced version is noticed.
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`${bucket}/${name}`]);
  const [before] = await tx.query<{ id: string; version: string | null }>(
    "select id, version from storage.objects where bucket_id = $1 and name = $2",
    [bucket, name],
  );
  const id = randomUUID();
  const become = becomeCaller(caller);
  await tx.query(become.text, become.params);
  const owner = ownerOf(caller);
  // No RETURNING, because a caller may insert without being allowed to select.
  await tx.query(
    `insert into storage.objects (id, bucket_id, name, version, metadata, user_metadata, owner_id, owner)
     values ($1::uuid, $2, $3, $4, $5::jsonb, $6::jsonb, $7,
       case when $7 ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then $7::uuid end)
     ${upsert ? OVERWRITE : ""}`,
    [id, bucket, name, version, metadata && JSON.stringify(metadata), JSON.stringify(userMetadata), owner],
  );
  return { id: before?.id ?? id, replaced: before?.version ?? null };
}

const OVERWRITE = `on conflict (bucket_id, name) do update set
  version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata,
  owner_id = excluded.owner_id, owner = excluded.owner`;

/** Deletes the rows that `caller` may select and delete, and returns them. */
export async function deleteObjects(
  database: Database,
  caller: Caller,
  condition: { text: string; params: readonly string[] },
): Promise<StoredObject[]> {
  const [result] = await database.run(withDeleteAllowed(caller), [
    {
      text: `delete from storage.objects where ${condition.text} returning ${OBJECT_COLUMNS}`,
      params: condition.params,
    },
  ]);
  return rowObjects<StoredObject>(result);
}

/** Sets the setting that storage.protect_delete() checks. */
export function withDeleteAllowed(caller: Caller): Caller {
  return { ...caller, settings: { ...caller.settings, "storage.allow_delete_query": "true" } };
}
