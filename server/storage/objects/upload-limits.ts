import { StorageError } from "../errors.ts";
import type { Bucket } from "./buckets.ts";
import { matchesType } from "./media-types.ts";

const UNITS: Readonly<Record<string, number>> = { b: 1, kb: 1000, mb: 1e6, gb: 1e9 };

/** The maximum bytes of an object in this bucket. */
export function sizeLimit(bucket: Bucket, fileSizeLimit: number): number {
  return Math.min(bucket.file_size_limit ?? fileSizeLimit, fileSizeLimit);
}

/**
 * Parses a bucket's limit: bytes or text such as `20MB` with decimal units, as in Supabase Storage. 0 and null mean no
 * limit. Throws invalid_size_limit, or too_large above the host's limit.
 */
export function bucketSizeLimit(given: number | string | null, fileSizeLimit: number): number | null {
  const bytes = typeof given === "string" ? bytesOf(given) : given;
  if (!bytes) return null;
  if (bytes > fileSizeLimit) throw new StorageError("too_large");
  return bytes;
}

/** Throws invalid_mime_type if the bucket does not list the type. `type` may have parameters. */
export function checkType({ allowed_mime_types }: Bucket, type: string): void {
  if (!allowed_mime_types || allowed_mime_types.length === 0) return;
  if (allowed_mime_types.some((pattern) => matchesType(type, pattern))) return;
  throw new StorageError("invalid_mime_type", `mime type ${type} is not supported`);
}

function bytesOf(text: string): number {
  const [, amount, unit = "b"] = /^(\d+(?:\.\d+)?)(gb|mb|kb|b)?$/i.exec(text) ?? [];
  if (amount === undefined) throw new StorageError("invalid_size_limit");
  return Math.floor(Number(amount) * (UNITS[unit.toLowerCase()] ?? 1));
}
