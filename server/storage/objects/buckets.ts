import type { Database } from "../../database/database.ts";
import { StorageError } from "../errors.ts";
import { isoTime } from "../timestamps.ts";

export interface Bucket {
  id: string;
  public: boolean;
  /** Bytes; null applies only the host's limit. */
  file_size_limit: number | null;
  /** Null or empty allows every type. */
  allowed_mime_types: string[] | null;
}

/** The columns of a bucket that the API returns. */
export const BUCKET_COLUMNS = `id, name, coalesce(owner_id, owner::text, '') as owner, public,
  file_size_limit, to_json(allowed_mime_types) as allowed_mime_types,
  ${isoTime("created_at")} as created_at, ${isoTime("updated_at")} as updated_at`;

/** Reads the settings of a bucket without checking policies. Throws bucket_not_found. */
export async function findBucket(database: Database, id: string): Promise<Bucket> {
  const [bucket] = await database.query<Bucket>(
    `select id, coalesce(public, false) as public, file_size_limit, to_json(allowed_mime_types) as allowed_mime_types
       from storage.buckets where id = $1`,
    [id],
  );
  if (!bucket) throw new StorageError("bucket_not_found");
  return bucket;
}
