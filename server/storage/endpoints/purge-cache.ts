import { purge } from "../cdn.ts";
import type { Endpoint } from "../endpoint.ts";
import { StorageError } from "../errors.ts";
import { bucketName, objectName } from "../objects/names.ts";
import { requireCaller } from "../require-caller.ts";

/** DELETE /cdn, /cdn/:bucket and /cdn/:bucket/*: purges the CDN. Requires the secret key. */
export const purgeCache: Endpoint = async (c, deps) => {
  const { role } = await requireCaller(c, deps);
  if (role !== "service_role") throw new StorageError("role_refused");
  const [bucket, name] = [c.req.param("bucket"), c.req.param("name")];
  const what = {
    bucket: bucket === undefined ? undefined : bucketName(bucket),
    name: name === undefined ? undefined : objectName(name),
    transforms: c.req.query("transformations") === "true",
  };
  if (!deps.cdn) throw new StorageError("cdn_not_set");
  await purge(deps.cdn, what).catch((cause: unknown) => {
    throw new StorageError("internal", "Error purging cache", { cause });
  });
  return c.json({ message: "success", statusCode: "200" });
};
