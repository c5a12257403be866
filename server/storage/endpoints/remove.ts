import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { StorageError } from "../errors.ts";
import { bucketName } from "../objects/names.ts";
import { occasionallySweep, removeUnreferenced } from "../objects/object-files.ts";
import { deleteObjects } from "../objects/objects.ts";
import { readBody } from "../request-body.ts";
import { requireCaller } from "../require-caller.ts";
import { objectPath } from "./object-path.ts";

const schema = z.object({ prefixes: z.array(z.string()).min(1).max(1000) });

/** DELETE /object/:bucket: deletes the named objects that the caller may delete, and returns them. */
export const removeObjects: Endpoint = async (c, deps) => {
  const caller = await requireCaller(c, deps);
  const bucket = bucketName(c.req.param("bucket") ?? "");
  const { prefixes } = await readBody(c, schema);
  const gone = await deleteObjects(deps.database, caller, {
    text: "bucket_id = $1 and name in (select jsonb_array_elements_text($2::jsonb))",
    params: [bucket, JSON.stringify(prefixes)],
  });
  await removeUnreferenced(
    deps,
    gone.map(({ version }) => version),
  );
  await occasionallySweep(deps);
  return c.json(gone);
};

/** DELETE /object/:bucket/*: deletes one object. */
export const removeObject: Endpoint = async (c, deps) => {
  const caller = await requireCaller(c, deps);
  const { bucket, name } = objectPath(c);
  const [gone] = await deleteObjects(deps.database, caller, {
    text: "bucket_id = $1 and name = $2",
    params: [bucket, name],
  });
  if (!gone) throw new StorageError("object_not_found");
  await removeUnreferenced(deps, [gone.version]);
  return c.json({ message: "Successfully deleted" });
};
