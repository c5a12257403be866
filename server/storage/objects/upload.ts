/** Uploads: check the permission, read the body, then write the object. */
import type { Caller, Queryable } from "../../database/database.ts";
import type { StorageDeps } from "../endpoint.ts";
import { StorageError } from "../errors.ts";
import { type Bucket, findBucket } from "./buckets.ts";
import { contentMatchesType, SNIFFED_BYTES } from "./media-types.ts";
import { bucketName, objectName } from "./names.ts";
import { occasionallySweep, removeUnreferenced, storeFile } from "./object-files.ts";
import { checkPutObject, type FileMetadata, type NewObject, putObject } from "./objects.ts";
import { checkType, sizeLimit } from "./upload-limits.ts";
import { readUpload, type UploadRequest } from "./upload-request.ts";

export interface Upload {
  bucket: string;
  name: string;
  upsert: boolean;
}

/** Throws StorageError, or DatabaseError if a policy refuses. In both cases nothing is stored. */
export async function upload(
  deps: StorageDeps,
  caller: Caller,
  request: Request,
  { bucket, name, upsert }: Upload,
): Promise<{ Id: string; Key: string }> {
  const found = await findBucket(deps.database, bucketName(bucket));
  const object = { bucket, name: objectName(name), version: "", metadata: null, userMetadata: {} };
  await checkPutObject(deps.database, caller, object, upsert);
  const limit = sizeLimit(found, deps.fileSizeLimit);
  const file = await readUpload(request, limit);
  try {
    return await storeUpload(deps, { caller, found, object, upsert }, file);
  } finally {
    await file.release();
  }
}

async function storeUpload(
  deps: StorageDeps,
  { caller, found, object, upsert }: { caller: Caller; found: Bucket; object: NewObject; upsert: boolean },
  file: UploadRequest,
): Promise<{ Id: string; Key: string }> {
  checkType(found, file.type);
  const { id } = await storeObject(deps, { caller, found, object, upsert }, file);
  return { Id: id, Key: `${object.bucket}/${object.name}` };
}

export interface ObjectToStore {
  caller: Caller;
  found: Bucket;
  object: NewObject;
  upsert: boolean;
  /** Runs as the host in the transaction that writes the row. */
  first?: (tx: Queryable) => Promise<void>;
}

/** Stores the bytes and then the row that references them. Throws StorageError or DatabaseError. */
export async function storeObject(
  deps: StorageDeps,
  { caller, found, object, upsert, first }: ObjectToStore,
  file: Omit<UploadRequest, "release">,
): Promise<{ id: string }> {
  const bytes = found.allowed_mime_types?.length ? checkContent(file.type, file.bytes) : file.bytes;
  const { id, replaced } = await storeFile(
    deps,
    (version) => deps.store.write(version, bytes),
    (version, { size, etag }) => {
      const metadata: FileMetadata = {
        eTag: etag,
        size,
        mimetype: file.type,
        cacheControl: file.cacheControl,
        lastModified: new Date().toISOString(),
        contentLength: size,
        httpStatusCode: 200,
      };
      const kept = { ...object, version, metadata, userMetadata: file.userMetadata };
      return putObject(deps.database, caller, kept, upsert, first);
    },
  );
  if (replaced !== null) await removeUnreferenced(deps, [replaced]);
  await occasionallySweep(deps);
  return { id };
}

/** Checks the first bytes before it yields them. */
async function* checkContent(type: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = new Uint8Array();
  for await (const chunk of source) {
    if (head === null) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.byteLength < SNIFFED_BYTES) continue;
    yield checked(type, head);
    head = null;
  }
  if (head !== null) yield checked(type, head);
}

function checked(type: string, head: Uint8Array): Uint8Array {
  if (contentMatchesType(type, head)) return head;
  throw new StorageError("invalid_mime_type", `the content is not ${type}`);
}
