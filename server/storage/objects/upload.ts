/** An upload, whoever may do it and however it comes: allowed first, then read, then made an object. */
import type { Caller } from "../../database/database.ts";
import type { StorageDeps } from "../deps.ts";
import { StorageError } from "../errors.ts";
import { type Bucket, findBucket } from "./buckets.ts";
import { HEAD_BYTES, mayBeCalled } from "./media-types.ts";
import { bucketName, objectName } from "./names.ts";
import { clearAway, keepFile, sometimesSweep } from "./object-files.ts";
import { type FileMetadata, type NewObject, putObject, tryPutObject } from "./objects.ts";
import { checkType, sizeLimit } from "./upload-limits.ts";
import { type Incoming, incomingFile } from "./upload-request.ts";

export interface Upload {
  bucket: string;
  name: string;
  upsert: boolean;
}

/** Throws StorageError, or DatabaseError where a policy refuses; then nothing was kept. */
export async function upload(
  deps: StorageDeps,
  caller: Caller,
  request: Request,
  { bucket, name, upsert }: Upload,
): Promise<{ Id: string; Key: string }> {
  const found = await findBucket(deps.database, bucketName(bucket));
  const object = { bucket, name: objectName(name), version: "", metadata: null, userMetadata: {} };
  await tryPutObject(deps.database, caller, object, upsert);
  const limit = sizeLimit(found, deps.fileSizeLimit);
  const file = await incomingFile(request, limit);
  try {
    return await keep(deps, { caller, found, object, upsert }, file);
  } finally {
    await file.release();
  }
}

async function keep(
  deps: StorageDeps,
  { caller, found, object, upsert }: { caller: Caller; found: Bucket; object: NewObject; upsert: boolean },
  file: Incoming,
): Promise<{ Id: string; Key: string }> {
  checkType(found, file.type);
  const bytes = found.allowed_mime_types?.length ? whenCalledRightly(file.type, file.bytes) : file.bytes;
  const { id, replaced } = await keepFile(
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
      return putObject(deps.database, caller, kept, upsert);
    },
  );
  if (replaced !== null) await clearAway(deps, [replaced]);
  await sometimesSweep(deps);
  return { Id: id, Key: `${object.bucket}/${object.name}` };
}

/** Holds the first bytes back until they have been looked at. */
async function* whenCalledRightly(
  type: string,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = new Uint8Array();
  for await (const chunk of source) {
    if (head === null) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.byteLength < HEAD_BYTES) continue;
    yield checked(type, head);
    head = null;
  }
  if (head !== null) yield checked(type, head);
}

function checked(type: string, head: Uint8Array): Uint8Array {
  if (mayBeCalled(type, head)) return head;
  throw new StorageError("invalid_mime_type", `the content is not ${type}`);
}
