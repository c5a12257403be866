import type { Endpoint, StorageContext, StorageDeps } from "../endpoint.ts";
import { StorageError } from "../errors.ts";
import { findBucket } from "../objects/buckets.ts";
import { findObject, findPublicObject, type StoredObject } from "../objects/objects.ts";
import { serveObject } from "../objects/serve-object.ts";
import { verifyUrl } from "../objects/signed-urls.ts";
import { callerOrNull, requireCredential } from "../require-caller.ts";
import { objectPath } from "./object-path.ts";

/** GET and HEAD /object/public/:bucket/*. */
export const getPublicObject: Endpoint = async (c, deps) => serveObject(c, deps, await publicObject(c, deps));

/** GET and HEAD /object/:bucket/*. */
export const getObject: Endpoint = async (c, deps) => serveObject(c, deps, await visibleObject(c, deps));

/** GET and HEAD /object/authenticated/:bucket/*, which requires a key also for a public bucket. */
export const getAuthenticatedObject: Endpoint = async (c, deps) => {
  requireCredential(c);
  return getObject(c, deps);
};

/**
 * GET and HEAD /object/sign/:bucket/*?token=. Refuses the token of a transformed image, which must not open the
 * original.
 */
export const getSignedObject: Endpoint = async (c, deps) => {
  const { bucket, name } = objectPath(c);
  const { expires, claims } = await verifyUrl(deps, "read", `${bucket}/${name}`, c.req.query("token"));
  if (claims.transformations) throw new StorageError("invalid_signature");
  return serveObject(c, deps, await findObject(deps.database, null, bucket, name), expires);
};

/** GET and HEAD /object/info/public/:bucket/*. */
export const getPublicInfo: Endpoint = async (c, deps) => describe(c, await publicObject(c, deps));

/** GET and HEAD /object/info/:bucket/*. */
export const getInfo: Endpoint = async (c, deps) => describe(c, await visibleObject(c, deps));

/** GET and HEAD /object/info/authenticated/:bucket/*, which requires a key also for a public bucket. */
export const getAuthenticatedInfo: Endpoint = async (c, deps) => {
  requireCredential(c);
  return getInfo(c, deps);
};

/** The object that the path names, if its bucket is public. */
export async function publicObject(c: StorageContext, { database }: StorageDeps): Promise<StoredObject> {
  const { bucket, name } = objectPath(c);
  const object = await findPublicObject(database, bucket, name);
  if (object) return object;
  const found = await findBucket(database, bucket);
  if (!found.public) throw new StorageError("bucket_not_found");
  throw new StorageError("object_not_found");
}

/** The object that the path names. Anyone may read a public bucket; in a private one the policies decide. */
export async function visibleObject(c: StorageContext, deps: StorageDeps): Promise<StoredObject> {
  const { bucket, name } = objectPath(c);
  const found = await findBucket(deps.database, bucket);
  if (found.public) return findObject(deps.database, null, bucket, name);
  const caller = await callerOrNull(c, deps);
  if (!caller) throw new StorageError("bucket_not_found"); // does not reveal that the bucket exists
  return findObject(deps.database, caller, bucket, name);
}

function describe(c: StorageContext, object: StoredObject): Response {
  const { id, name, version, bucket_id, metadata, user_metadata, created_at, updated_at } = object;
  c.header("cache-control", metadata.cacheControl);
  c.header("etag", metadata.eTag);
  c.header("last-modified", new Date(metadata.lastModified).toUTCString());
  return c.json({
    id,
    name,
    version,
    bucket_id,
    size: metadata.size,
    content_type: metadata.mimetype,
    cache_control: metadata.cacheControl,
    etag: metadata.eTag,
    metadata: user_metadata ?? {},
    last_modified: updated_at,
    created_at,
  });
}
