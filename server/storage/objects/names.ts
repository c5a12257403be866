import { StorageError } from "../errors.ts";

/** S3's safe characters and those that need special handling, as upstream has them (src/storage/limits.ts). */
const KEY = /^[\w/!\-.*'() &$@=;:+,?]+$/;
const BUCKET = /^[\w!\-.*'() &$@=;:+,?]{1,63}$/;
/** Bytes, S3's limit; a key is ASCII. */
const LONGEST_KEY = 1024;

/**
 * The name of an object, as given. Beyond upstream: no empty, `.` or `..` segment, which the folders of a list could
 * not show and a client could not ask for. Throws invalid_key.
 */
export function objectName(text: string): string {
  const segments = text.split("/");
  const walkable = segments.every((segment) => segment !== "" && segment !== "." && segment !== "..");
  if (!KEY.test(text) || !walkable || text.length > LONGEST_KEY) {
    throw new StorageError("invalid_key", `Invalid key: ${text}`);
  }
  return text;
}

/** The name of a bucket, as given. Throws invalid_bucket_name. */
export function bucketName(text: string): string {
  const blank = text.trim() !== text || text === "." || text === "..";
  if (blank || !BUCKET.test(text)) throw new StorageError("invalid_bucket_name");
  return text;
}
