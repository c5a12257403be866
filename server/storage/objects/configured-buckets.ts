import { type Config, ConfigError } from "../../config/config.ts";
import type { Database } from "../../database/database.ts";
import { StorageError } from "../errors.ts";
import { isTypePattern } from "./media-types.ts";
import { bucketName } from "./names.ts";

/**
 * Creates and updates the buckets of config.toml's [storage.buckets], as `supabase seed buckets` does. Other buckets
 * are unchanged. Throws ConfigError for an invalid name or type.
 */
export async function syncConfiguredBuckets(
  database: Database,
  buckets: Config["storage"]["buckets"],
): Promise<void> {
  for (const [name, bucket] of Object.entries(buckets)) {
    refuseInvalid(name, bucket.allowed_mime_types);
    await database.query(
      `insert into storage.buckets as kept (id, name, public, file_size_limit, allowed_mime_types)
       values ($1, $1, $2::boolean, $3::bigint, (select array_agg(value) from jsonb_array_elements_text($4::jsonb)))
       on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
         allowed_mime_types = excluded.allowed_mime_types, updated_at = now()
       where (kept.public, kept.file_size_limit, kept.allowed_mime_types)
         is distinct from (excluded.public, excluded.file_size_limit, excluded.allowed_mime_types)`,
      [
        name,
        String(bucket.public),
        bucket.file_size_limit === undefined ? null : String(bucket.file_size_limit),
        JSON.stringify(bucket.allowed_mime_types),
      ],
    );
  }
}

function refuseInvalid(name: string, types: readonly string[]): void {
  try {
    bucketName(name);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    throw new ConfigError(`storage.buckets.${name}: not a valid bucket name`);
  }
  const wrong = types.find((type) => !isTypePattern(type));
  if (wrong === undefined) return;
  throw new ConfigError(`storage.buckets.${name}.allowed_mime_types: "${wrong}" is not a media type`);
}
