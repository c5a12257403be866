import { StorageError } from "../errors.ts";

/** S3's safe characters and those that need special handling, as in Supabase Storage (src/storage/limits.ts). */
const KEY = /^[\w/!\-.*'() &$@=;:+,?]+$/;
const BUCKET = /^[\w!\-.*'() &$@=;:+,?]{1,63}$/;
/** S3's limit in bytes; a key is ASCII. */
const MAX_KEY_BYTES = 1024;

/**
 * Checks an object name. Stricter than Supabase Storage: empty, `.` and `..` segments are refused, because lists could
 * not show them and clients could not request them. Throws invalid_key.
 */
export function objectName(text: string): string {
  const segments = text.split("/");
  const walkable = segments.every((segment) => segment !== "" && segment !== "." && segment !== "..");
  if (!KEY.test(text) || !walkable || text.length > MAX_KEY_BYTES) {
    throw new StorageError("invalid_key", `Invalid key: ${text}`);
  }
  return text;
}

/** Checks a bucket name. Throws invalid_bucket_name. */
export function bucketName(text: string): string {
  const blank = text.trim() !== text || text === "." || text === "..";
  if (blank || !BUCKET.test(text)) throw new StorageError("invalid_bucket_name");
  return text;
}
