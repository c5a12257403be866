import { z } from "zod";
import { rowObjects } from "../../database/rows.ts";
import type { Endpoint, StorageDeps } from "../endpoint.ts";
import { transformationSchema, writeTransformation } from "../images/transformations.ts";
import { bucketName } from "../objects/names.ts";
import { findObject } from "../objects/objects.ts";
import { signUrl } from "../objects/signed-urls.ts";
import { readBody } from "../request-body.ts";
import { requireCaller } from "../require-caller.ts";
import { objectPath } from "./object-path.ts";

/** Seconds; at most ten years, so that the expiry is a valid date. */
const expiresIn = z.int().min(1).max(315_360_000);
const one = z.object({ expiresIn, transform: transformationSchema.optional() });
const many = z.object({ expiresIn, paths: z.array(z.string()).min(1).max(1000) });

/** POST /object/sign/:bucket/*: creates a URL that opens this object for anyone until it expires. */
export const signObject: Endpoint = async (c, deps) => {
  const caller = await requireCaller(c, deps);
  const { bucket, name } = objectPath(c);
  const { expiresIn: seconds, transform } = await readBody(c, one);
  await findObject(deps.database, caller, bucket, name);
  const transformations = deps.images && transform ? writeTransformation(transform) : "";
  return c.json({ signedURL: await signedAddress(deps, `${bucket}/${name}`, seconds, transformations) });
};

const NOT_FOUND = "Either the object does not exist or you do not have access to it";

/** POST /object/sign/:bucket: one URL or error per path. */
export const signObjects: Endpoint = async (c, deps) => {
  const caller = await requireCaller(c, deps);
  const bucket = bucketName(c.req.param("bucket") ?? "");
  const { expiresIn: seconds, paths } = await readBody(c, many);
  const text =
    "select name from storage.objects where bucket_id = $1 and name in (select jsonb_array_elements_text($2::jsonb))";
  const [result] = await deps.database.run(caller, [{ text, params: [bucket, JSON.stringify(paths)] }]);
  const visible = new Set(rowObjects<{ name: string }>(result).map(({ name }) => name));
  const answers = paths.map(async (path) => {
    if (!visible.has(path)) return { error: NOT_FOUND, path, signedURL: null };
    return { error: null, path, signedURL: await signedAddress(deps, `${bucket}/${path}`, seconds) };
  });
  return c.json(await Promise.all(answers));
};

/** The URL relative to /storage/v1. Not encoded, because the client encodes it. */
async function signedAddress(
  deps: StorageDeps,
  url: string,
  seconds: number,
  transformations = "",
): Promise<string> {
  const token = await signUrl(deps, "read", url, seconds, transformations ? { transformations } : {});
  return `/${transformations ? "render/image" : "object"}/sign/${url}?token=${token}`;
}
