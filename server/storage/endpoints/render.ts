import { createHash } from "node:crypto";
import type { Endpoint, StorageContext, StorageDeps } from "../endpoint.ts";
import { StorageError } from "../errors.ts";
import type { Transformation } from "../images/image-renderer.ts";
import { MAX_BYTES } from "../images/sharp-renderer.ts";
import {
  appliedTransformations,
  readTransformation,
  transformationOf,
  writeTransformation,
} from "../images/transformations.ts";
import { findObject, type StoredObject } from "../objects/objects.ts";
import { evaluatePreconditions } from "../objects/preconditions.ts";
import { contentDisposition, objectHeaders } from "../objects/serve-object.ts";
import { verifyUrl } from "../objects/signed-urls.ts";
import { requireCredential } from "../require-caller.ts";
import { publicObject, visibleObject } from "./download.ts";
import { objectPath } from "./object-path.ts";

/** GET /render/image/public/:bucket/*?width=. */
export const renderPublicObject: Endpoint = async (c, deps) => {
  const transformation = requestedTransformation(c, deps);
  return render(c, deps, await publicObject(c, deps), transformation);
};

/** GET /render/image/authenticated/:bucket/*?width=. */
export const renderObject: Endpoint = async (c, deps) => {
  requireCredential(c);
  const transformation = requestedTransformation(c, deps);
  return render(c, deps, await visibleObject(c, deps), transformation);
};

/** GET /render/image/sign/:bucket/*?token=: transforms as the token says and ignores the query. */
export const renderSignedObject: Endpoint = async (c, deps) => {
  if (!deps.images) throw new StorageError("feature_off");
  const { bucket, name } = objectPath(c);
  const { expires, claims } = await verifyUrl(deps, "read", `${bucket}/${name}`, c.req.query("token"));
  const transformation = readTransformation(String(claims.transformations ?? ""));
  return render(c, deps, await findObject(deps.database, null, bucket, name), transformation, expires);
};

function requestedTransformation(c: StorageContext, { images }: StorageDeps): Transformation {
  if (!images) throw new StorageError("feature_off");
  return transformationOf(c.req.query());
}

async function render(
  c: StorageContext,
  { images, store }: StorageDeps,
  object: StoredObject,
  transformation: Transformation,
  expires?: Date,
): Promise<Response> {
  if (!images) throw new StorageError("feature_off");
  const { size, eTag, lastModified } = object.metadata;
  if (size > MAX_BYTES) throw new StorageError("invalid_image", "Source image file is too big");
  const webp = transformation.format === undefined && /\bimage\/webp\b/i.test(c.req.header("accept") ?? "");
  const what = [eTag, writeTransformation(transformation), webp].join(" ");
  const etag = `"${createHash("sha256").update(what).digest("hex").slice(0, 32)}"`;
  const described = { ...object, metadata: { ...object.metadata, eTag: etag } };
  const headers = new Headers(objectHeaders(described, expires));
  headers.delete("accept-ranges");
  headers.delete("content-type");
  if (transformation.format === undefined) headers.set("vary", "Accept");
  const applied = appliedTransformations(transformation);
  if (applied) headers.set("x-transformations", applied);
  const stop = evaluatePreconditions(c.req.raw.headers, { etag, lastModified: new Date(lastModified) });
  if (stop !== null) return new Response(null, { status: stop, headers });

  const read = async (): Promise<Uint8Array> => {
    const body = size > 0 ? await store.read(object.version, { start: 0, end: size - 1 }) : new Uint8Array();
    if (!body) throw new StorageError("object_not_found");
    return body instanceof Uint8Array ? body : new Uint8Array(await new Response(body).arrayBuffer());
  };
  const { type, bytes } = await images.render(read, { transformation, webp, signal: c.req.raw.signal });
  const shown = { ...object, metadata: { ...object.metadata, mimetype: type } };
  headers.set("content-type", type);
  headers.set("content-length", String(bytes.byteLength));
  headers.set("content-disposition", contentDisposition(shown, c.req.query("download")));
  return new Response(c.req.raw.method === "HEAD" ? null : bytes, { headers });
}
