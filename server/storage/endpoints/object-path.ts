import type { StorageContext } from "../endpoint.ts";
import { bucketName, objectName } from "../objects/names.ts";

/** The bucket and object that the path names. Throws invalid_bucket_name or invalid_key. */
export function objectPath(c: StorageContext): { bucket: string; name: string } {
  return { bucket: bucketName(c.req.param("bucket") ?? ""), name: objectName(c.req.param("name") ?? "") };
}
