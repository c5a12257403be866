import { Hono } from "hono";
import { cors } from "../gateway/cors.ts";
import { securityHeaders } from "../gateway/security-headers.ts";
import type { Endpoint, StorageContext, StorageDeps, StorageEnv } from "./endpoint.ts";
import {
  getAuthenticatedInfo,
  getAuthenticatedObject,
  getInfo,
  getObject,
  getPublicInfo,
  getPublicObject,
  getSignedObject,
} from "./endpoints/download.ts";
import { getBucket, listBuckets } from "./endpoints/list-buckets.ts";
import { listObjects } from "./endpoints/list-objects.ts";
import { listObjectsV2 } from "./endpoints/list-objects-v2.ts";
import { copyObject, moveObject } from "./endpoints/move-and-copy.ts";
import { purgeCache } from "./endpoints/purge-cache.ts";
import { removeObject, removeObjects } from "./endpoints/remove.ts";
import { deleteBucket, emptyBucket } from "./endpoints/remove-bucket.ts";
import { renderObject, renderPublicObject, renderSignedObject } from "./endpoints/render.ts";
import { signObject, signObjects } from "./endpoints/sign.ts";
import { signUpload, uploadToSigned } from "./endpoints/signed-upload.ts";
import { updateObject, uploadObject } from "./endpoints/upload-object.ts";
import { createBucket, updateBucket } from "./endpoints/write-bucket.ts";
import { answerError } from "./errors.ts";
import { sweepAtStart } from "./objects/object-files.ts";
import { createResumable, RESUMABLE_HEADERS } from "./resumable/resumable.ts";

const EXPOSED_HEADERS = [
  "accept-ranges",
  "content-disposition",
  "etag",
  "last-modified",
  ...RESUMABLE_HEADERS,
];
/** What Supabase Storage answers if its deployment names no version (supabase/storage, src/config.ts). */
const VERSION = "0.0.0";

/**
 * Serves /storage/v1 with Supabase Storage's API (github.com/supabase/storage, src/http/routes). Mount it at the root.
 */
export async function createStorage(deps: StorageDeps): Promise<Hono<StorageEnv>> {
  await sweepAtStart(deps);
  const app = new Hono<StorageEnv>().basePath("/storage/v1");
  app.onError((error, c) => answerError(error, c, deps));
  app.use(cors(EXPOSED_HEADERS));
  app.use(securityHeaders());
  const on = (endpoint: Endpoint) => (c: StorageContext) => endpoint(c, deps);
  const receive = (endpoint: Endpoint) => (c: StorageContext) => {
    c.set("receivesFile", true);
    return endpoint(c, deps);
  };

  app.get("/status", (c) => c.body(null, 200));
  app.get("/version", (c) => c.text(VERSION));

  app.on("GET", ["/bucket", "/bucket/"], on(listBuckets));
  app.on("POST", ["/bucket", "/bucket/"], on(createBucket));
  app.get("/bucket/:bucket", on(getBucket));
  app.put("/bucket/:bucket", on(updateBucket));
  app.post("/bucket/:bucket/empty", on(emptyBucket));
  app.delete("/bucket/:bucket", on(deleteBucket));

  app.on("DELETE", ["/cdn", "/cdn/", "/cdn/:bucket", "/cdn/:bucket/"], on(purgeCache));
  app.delete("/cdn/:bucket/:name{[\\s\\S]+}", on(purgeCache));

  const resumable = createResumable(deps);
  app.all("/upload/resumable/sign/:id?", (c) => resumable(c, "signed"));
  app.all("/upload/resumable/:id?", (c) => resumable(c, "token"));

  app.get("/render/image/sign/:bucket/:name{[\\s\\S]+}", on(renderSignedObject));
  app.get("/render/image/public/:bucket/:name{[\\s\\S]+}", on(renderPublicObject));
  app.get("/render/image/authenticated/:bucket/:name{[\\s\\S]+}", on(renderObject));

  // The pattern of names matches slashes and also line breaks, which `objectPath` refuses. Fixed paths come first: a
  // bucket with such a name can only be reached through them.
  app.post("/object/list/:bucket", on(listObjects));
  app.post("/object/list-v2/:bucket", on(listObjectsV2));
  app.post("/object/move", on(moveObject));
  app.post("/object/copy", on(copyObject));
  app.post("/object/upload/sign/:bucket/:name{[\\s\\S]+}", on(signUpload));
  app.put("/object/upload/sign/:bucket/:name{[\\s\\S]+}", receive(uploadToSigned));
  app.post("/object/sign/:bucket", on(signObjects));
  app.post("/object/sign/:bucket/:name{[\\s\\S]+}", on(signObject));
  app.get("/object/sign/:bucket/:name{[\\s\\S]+}", on(getSignedObject));
  app.get("/object/public/:bucket/:name{[\\s\\S]+}", on(getPublicObject));
  app.get("/object/authenticated/:bucket/:name{[\\s\\S]+}", on(getAuthenticatedObject));
  app.get("/object/info/public/:bucket/:name{[\\s\\S]+}", on(getPublicInfo));
  app.get("/object/info/authenticated/:bucket/:name{[\\s\\S]+}", on(getAuthenticatedInfo));
  app.get("/object/info/:bucket/:name{[\\s\\S]+}", on(getInfo));
  app.get("/object/:bucket/:name{[\\s\\S]+}", on(getObject));
  app.post("/object/:bucket/:name{[\\s\\S]+}", receive(uploadObject));
  app.put("/object/:bucket/:name{[\\s\\S]+}", receive(updateObject));
  app.delete("/object/:bucket", on(removeObjects));
  app.delete("/object/:bucket/:name{[\\s\\S]+}", on(removeObject));
  return app;
}
