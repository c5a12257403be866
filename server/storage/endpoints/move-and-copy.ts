import { z } from "zod";
import { rowObjects } from "../../database/rows.ts";
import { readBody } from "../body.ts";
import { type Bucket, findBucket } from "../buckets.ts";
import type { Endpoint, StorageDeps } from "../deps.ts";
import { StorageError } from "../errors.ts";
import { clearAway, keepFile } from "../files.ts";
import { checkType, sizeLimit } from "../limits.ts";
import { bucketName, objectName } from "../names.ts";
import { findObject, putObject, type StoredObject } from "../objects.ts";
import { callerIn } from "../who.ts";

const name = z.string().transform(objectName);
const bucket = z.string().transform(bucketName);
const schema = z.object({
  bucketId: bucket,
  sourceKey: z.string(),
  destinationKey: name,
  destinationBucket: bucket.nullish(),
});

/** POST /object/move: another name, or another bucket, for the same object. The bytes stay where they are. */
export const moveObject: Endpoint = async (c, deps) => {
  const caller = await callerIn(c, deps);
  const { bucketId, sourceKey, destinationKey, destinationBucket } = await readBody(c, schema);
  const object = await findObject(deps.database, caller, bucketId, sourceKey);
  const to = await findBucket(deps.database, destinationBucket ?? bucketId);
  checkFits(object, to, deps);
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

/** POST /object/copy: a second object of the same bytes; over an old one with `x-upsert: true`. */
export const copyObject: Endpoint = async (c, deps) => {
  const caller = await callerIn(c, deps);
  const { bucketId, sourceKey, destinationKey, destinationBucket } = await readBody(c, schema);
  const source = await findObject(deps.database, caller, bucketId, sourceKey);
  const to = await findBucket(deps.database, destinationBucket ?? bucketId);
  checkFits(source, to, deps);
  const { metadata, user_metadata } = source;
  const upsert = c.req.header("x-upsert") === "true";
  const { id, replaced } = await keepFile(
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
          userMetadata: user_metadata ?? {},
        },
        upsert,
      ),
  );
  if (replaced !== null) await clearAway(deps, [replaced]);
  return c.json({ Id: id, Key: `${to.id}/${destinationKey}` });
};

/** What a bucket would not take as an upload, it does not take from another bucket either. */
function checkFits({ metadata }: StoredObject, to: Bucket, { fileSizeLimit }: StorageDeps): void {
  checkType(to, metadata.mimetype);
  if (metadata.size > sizeLimit(to, fileSizeLimit)) throw new StorageError("too_large");
}
