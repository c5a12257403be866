/** TUS 1.0 with Supabase Storage's rules (supabase/storage, src/http/routes/tus/lifecycle.ts). */
import { randomUUID } from "node:crypto";
import { MemoryLocker, Server, type Upload } from "@tus/server";
import type { Caller } from "../../database/database.ts";
import { fitsHeader } from "../../gateway/header-limits.ts";
import { drainBody } from "../drain-body.ts";
import type { StorageContext, StorageDeps } from "../endpoint.ts";
import { describeError, StorageError } from "../errors.ts";
import { findBucket } from "../objects/buckets.ts";
import { bucketName, objectName } from "../objects/names.ts";
import { checkPutObject } from "../objects/objects.ts";
import { verifyUrl } from "../objects/signed-urls.ts";
import { checkType, sizeLimit } from "../objects/upload-limits.ts";
import { plainHeader } from "../objects/upload-request.ts";
import { requireCaller } from "../require-caller.ts";
import { TusStore } from "./tus-store.ts";
import { findUpload, isCreator, objectOf } from "./uploads.ts";

/** How a caller proves the right to upload: by an access token, or by the token of a signed upload. */
export type Credential = "token" | "signed";

export type Resumable = (c: StorageContext, credential: Credential) => Promise<Response>;

const PATH = "/storage/v1/upload/resumable";

/**
 * Serves uploads. Two requests for one upload take turns within this process; between processes the database accepts
 * only one of two parts with the same offset, and the other gets 409.
 */
export function createTus(deps: StorageDeps): Resumable {
  const locker = new MemoryLocker();
  return async (c, credential) => {
    const { caller, upsert } = await access(c, deps, credential);
    const server = new Server({
      path: credential === "signed" ? `${PATH}/sign` : PATH,
      // A host behind a proxy does not know its scheme, so the address has none.
      generateUrl: (_request, { path, id }) => `${path}/${Buffer.from(id).toString("base64url")}`,
      getFileIdFromRequest: (_request, last) => uploadId(last),
      namingFunction: (_request, metadata) => newId(metadata),
      datastore: new TusStore(deps, caller, upsert),
      locker,
      async onIncomingRequest(request, id) {
        if (request.method === "POST") return;
        const upload = await findUpload(deps.database, id);
        if (upload && !isCreator(upload, caller)) throw new StorageError("access_denied");
      },
      async onUploadCreate(_request, upload) {
        await checkCreation(deps, caller, upload, upsert);
        return {};
      },
      onResponseError: (_request, error) => {
        // The protocol's own refusals are objects with a status.
        if ("status_code" in error) return undefined;
        const { status, message } = describeError(error, c, deps);
        return { status_code: status, body: message };
      },
    });
    const response = await server.handleWeb(c.req.raw);
    if (response.status >= 400) await drainBody(c.req.raw);
    // HEAD repeats the metadata of the creation, which no client needs to continue an upload.
    if (!fitsHeader(response.headers.get("upload-metadata") ?? ""))
      response.headers.delete("upload-metadata");
    return response;
  };
}

/** Throws invalid_input, invalid_jwt, invalid_signature or GatewayError. */
async function access(
  c: StorageContext,
  deps: StorageDeps,
  credential: Credential,
): Promise<{ caller: Caller; upsert: boolean }> {
  if (c.req.method === "OPTIONS") return { caller: { role: "anon", claims: {} }, upsert: false };
  if (credential === "token") {
    const caller = await requireCaller(c, deps);
    return { caller, upsert: c.req.header("x-upsert") === "true" };
  }
  const token = c.req.header("x-signature");
  if (!token) throw new StorageError("invalid_signature", "Missing x-signature header");
  const { bucket, name } = objectOf(uploadId(c.req.param("id")) ?? newId(metadataOf(c)));
  const { claims } = await verifyUrl(deps, "upload", `${bucket}/${name}`, token);
  const caller = { role: "service_role", claims: { role: "service_role", sub: claims.owner } };
  return { caller, upsert: claims.upsert === true };
}

/** Throws StorageError, or DatabaseError if a policy refuses. */
async function checkCreation(
  deps: StorageDeps,
  caller: Caller,
  { id, size, metadata }: Upload,
  upsert: boolean,
): Promise<void> {
  const { bucket, name } = objectOf(id);
  const found = await findBucket(deps.database, bucketName(bucket));
  const object = { bucket, name: objectName(name), version: "", metadata: null, userMetadata: {} };
  await checkPutObject(deps.database, caller, object, upsert);
  if ((size ?? 0) > sizeLimit(found, deps.fileSizeLimit)) throw new StorageError("too_large");
  checkType(found, plainHeader(metadata?.contentType ?? "application/octet-stream", "contentType"));
}

/** A new id, `<bucket>/<name>/<uuid>`. */
function newId(metadata: Record<string, string | null> | undefined): string {
  return `${metadata?.bucketName ?? ""}/${metadata?.objectName ?? ""}/${randomUUID()}`;
}

function uploadId(text: string | undefined): string | undefined {
  const id = text === undefined ? "" : Buffer.from(text, "base64url").toString();
  return id.split("/").length > 2 ? id : undefined;
}

/** The metadata of a creation: `name base64, name base64`. */
function metadataOf(c: StorageContext): Record<string, string> {
  const pairs = (c.req.header("upload-metadata") ?? "").split(",").map((pair) => pair.trim().split(" "));
  return Object.fromEntries(
    pairs.map(([key = "", value = ""]) => [key, Buffer.from(value, "base64").toString()]),
  );
}
