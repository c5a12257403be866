import { z } from "zod";
import { rowObjects } from "../../database/rows.ts";
import type { Endpoint, StorageDeps } from "../endpoint.ts";
import { StorageError } from "../errors.ts";
import { type Bucket, findBucket } from "../objects/buckets.ts";
import { contentMatchesType, SNIFFED_BYTES } from "../objects/media-types.ts";
import { bucketName, objectName } from "../objects/names.ts";
import { removeUnreferenced, storeFile } from "../objects/object-files.ts";
import { type FileMetadata, findObject, putObject, type StoredObject } from "../objects/objects.ts";
import { checkType, sizeLimit } from "../objects/upload-limits.ts";
import { headerMetadata, plainHeader } from "../objects/upload-request.ts";
import { readBody } from "../request-body.ts";
import { requireCaller } from "../require-caller.ts";

const name = z.string().transform(objectName);
const bucket = z.string().transform(bucketName);
const schema = z.object({
  bucketId: bucket,
  sourceKey: z.string(),
  destinationKey: name,
  destinationBucket: bucket.nullish(),
});
const copySchema = schema.extend({
  /** If false, `metadata` and the header `x-metadata` replace the metadata of the source. */
  copyMetadata: z.boolean().default(true),
  metadata: z
    .object({
      cacheControl: z.string().transform((text) => plainHeader(text)),
      mimetype: z.string().transform((text) => plainHeader(text, "mimetype")),
    })
    .partial()
    .default({}),
});

/** POST /object/move: renames an object or moves it to another bucket. Its bytes are not copied. */
export const moveObject: Endpoint = async (c, deps) => {
  const caller = await requireCaller(c, deps);
  const { bucketId, sourceKey, destinationKey, destinationBucket } = await readBody(c, schema);
  const object = await findObject(deps.database, caller, bucketId, sourceKey);
  const to = await findBucket(deps.database, destinationBucket ?? bucketId);
  await checkFits(object, object.metadata, to, deps);
  const [result] = await deps.database.run(caller, [
    {
      text: `update storage.objects set bucket_id = $1, name = $2
              where bucket_id = $3 and name = $4 returning id, name`,
      params: [to.id, destinationKey, bucketId, sourceKey],
    },
  ]);
  const [moved] = rowObjects<{ id: string; name: string }>(result);
  if (!moved) throw new StorageError("object_not_found");
  return c.json({ message: "Successfully moved", Id: moved.id, Key: moved.name });
};

/** POST /object/copy: copies an object; `x-upsert: true` overwrites an existing one. */
export const copyObject: Endpoint = async (c, deps) => {
  const caller = await requireCaller(c, deps);
  const body = await readBody(c, copySchema);
  const { bucketId, sourceKey, destinationKey, destinationBucket, copyMetadata } = body;
  const source = await findObject(deps.database, caller, bucketId, sourceKey);
  const to = await findBucket(deps.database, destinationBucket ?? bucketId);
  const { cacheControl = source.metadata.cacheControl, mimetype = source.metadata.mimetype } = body.metadata;
  const metadata = copyMetadata ? source.metadata : { ...source.metadata, cacheControl, mimetype };
  await checkFits(source, metadata, to, deps);
  const userMetadata = copyMetadata ? (source.user_metadata ?? {}) : headerMetadata(c.req.raw.headers);
  const upsert = c.req.header("x-upsert") === "true";
  const { id, replaced } = await storeFile(
    deps,
    async (version) => {
      if (!(await deps.store.copy(source.version, version))) throw new StorageError("object_not_found");
      return { size: metadata.size, etag: metadata.eTag };
    },
    (version) =>
      putObject(
        deps.database,
        caller,
        {
          bucket: to.id,
          name: destinationKey,
          version,
          metadata: { ...metadata, lastModified: new Date().toISOString() },
          userMetadata,
        },
        upsert,
      ),
  );
  if (replaced !== null) await removeUnreferenced(deps, [replaced]);
  return c.json({ Id: id, Key: `${to.id}/${destinationKey}` });
};

/** Applies a bucket's upload rules to objects that are moved or copied into it. */
async function checkFits(
  { bucket_id, version, metadata }: StoredObject,
  { mimetype, size }: FileMetadata,
  to: Bucket,
  { fileSizeLimit, store }: StorageDeps,
): Promise<void> {
  checkType(to, mimetype);
  if (size > sizeLimit(to, fileSizeLimit)) throw new StorageError("too_large");
  if (!to.allowed_mime_types?.length || (to.id === bucket_id && mimetype === metadata.mimetype)) return;
  const head =
    size > 0 ? await store.read(version, { start: 0, end: Math.min(SNIFFED_BYTES, size) - 1 }) : null;
  if (contentMatchesType(mimetype, new Uint8Array(await new Response(head).arrayBuffer()))) return;
  throw new StorageError("invalid_mime_type", `the content is not ${mimetype}`);
}
