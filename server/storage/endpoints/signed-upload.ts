import type { Caller } from "../../database/database.ts";
import type { Endpoint } from "../endpoint.ts";
import { findBucket } from "../objects/buckets.ts";
import { checkPutObject } from "../objects/objects.ts";
import { signUrl, verifyUrl } from "../objects/signed-urls.ts";
import { upload } from "../objects/upload.ts";
import { ownerOf, requireCaller } from "../require-caller.ts";
import { objectPath } from "./object-path.ts";

/** Supabase's UPLOAD_SIGNED_URL_EXPIRATION_TIME: two hours. */
const SECONDS = 7200;

/** POST /object/upload/sign/:bucket/*: creates a URL with which anyone may upload this object once. */
export const signUpload: Endpoint = async (c, deps) => {
  const caller = await requireCaller(c, deps);
  const { bucket, name } = objectPath(c);
  const upsert = c.req.header("x-upsert") === "true";
  await findBucket(deps.database, bucket);
  const object = { bucket, name, version: "", metadata: null, userMetadata: {} };
  await checkPutObject(deps.database, caller, object, upsert);
  const url = `${bucket}/${name}`;
  const token = await signUrl(deps, "upload", url, SECONDS, { owner: ownerOf(caller), upsert });
  return c.json({ url: `/object/upload/sign/${url}?token=${token}`, token });
};

/** PUT /object/upload/sign/:bucket/*?token=: uploads with a signed URL. The policies were checked for the signer. */
export const uploadToSigned: Endpoint = async (c, deps) => {
  const { bucket, name } = objectPath(c);
  const { claims } = await verifyUrl(deps, "upload", `${bucket}/${name}`, c.req.query("token"));
  const signer: Caller = { role: "service_role", claims: { role: "service_role", sub: claims.owner } };
  return c.json(await upload(deps, signer, c.req.raw, { bucket, name, upsert: claims.upsert === true }));
};
