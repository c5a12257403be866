import { rowObjects } from "../../database/rows.ts";
import type { Endpoint } from "../endpoint.ts";
import { StorageError } from "../errors.ts";
import { bucketName } from "../objects/names.ts";
import { removeUnreferenced } from "../objects/object-files.ts";
import { deleteObjects, withDeleteAllowed } from "../objects/objects.ts";
import { requireCaller } from "../require-caller.ts";

const BUCKET_EXISTS = "select exists (select from storage.buckets where id = $1) as seen";

/**
 * POST /bucket/:bucket/empty: deletes the bucket's objects. Fails if the caller sees an object that they may not
 * delete.
 */
export const emptyBucket: Endpoint = async (c, deps) => {
  const caller = await requireCaller(c, deps);
  const bucket = bucketName(c.req.param("bucket") ?? "");
  const [found] = await deps.database.run(caller, [{ text: BUCKET_EXISTS, params: [bucket] }]);
  if (!rowObjects<{ seen: boolean }>(found)[0]?.seen) throw new StorageError("bucket_not_found");
  const gone = await deleteObjects(deps.database, caller, { text: "bucket_id = $1", params: [bucket] });
  await removeUnreferenced(
    deps,
    gone.map(({ version }) => version),
  );
  const text = "select name from storage.objects where bucket_id = $1 limit 10";
  const [left] = await deps.database.run(caller, [{ text, params: [bucket] }]);
  const names = rowObjects<{ name: string }>(left).map(({ name }) => name);
  if (names.length > 0) {
    throw new StorageError(
      "empty_refused",
      `Cannot delete: ${names.join(", ")}, you may have SELECT but not DELETE permissions`,
    );
  }
  // Supabase Storage's words. It empties a bucket later; here it is already empty.
  return c.json({ message: "Empty bucket has been queued. Completion may take up to an hour." });
};

/** DELETE /bucket/:bucket: deletes an empty bucket. */
export const deleteBucket: Endpoint = async (c, deps) => {
  const caller = await requireCaller(c, deps);
  const bucket = bucketName(c.req.param("bucket") ?? "");
  const [found] = await deps.database.run(caller, [{ text: BUCKET_EXISTS, params: [bucket] }]);
  if (!rowObjects<{ seen: boolean }>(found)[0]?.seen) throw new StorageError("bucket_not_found");
  const [held] = await deps.database.query<{ held: boolean }>(
    "select exists (select from storage.objects where bucket_id = $1) as held",
    [bucket],
  );
  if (held?.held) throw new StorageError("bucket_not_empty");
  const text = "delete from storage.buckets where id = $1";
  const [result] = await deps.database.run(withDeleteAllowed(caller), [{ text, params: [bucket] }]);
  if (!result?.rowCount) throw new StorageError("access_denied", "You may not delete this bucket");
  return c.json({ message: "Successfully deleted" });
};
