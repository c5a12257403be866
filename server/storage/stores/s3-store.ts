import { createHash } from "node:crypto";
import { S3mini, S3ServiceError } from "s3mini";
import { StoreTimeoutError } from "../store-timeout.ts";
import type { ObjectStore } from "./object-store.ts";
import { retryingFetch } from "./s3-fetch.ts";

export interface S3Settings {
  /** The URL of the bucket: `https://s3.example/files` or `https://files.s3.example`. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** S3 requires at least 5 MiB per part and accepts 10,000 parts. An upload buffers one part in memory. */
const PART_BYTES = 8 * 1024 * 1024;
/** Smaller ranges are read at once and leave no connection open. */
const MAX_BUFFERED = 128 * 1024;

/**
 * Stores one S3 object per version in its own bucket, which several hosts may share. An object appears only when it is
 * complete; an interrupted upload is aborted. `timeoutMs` is the time until a response must begin. Throws
 * StoreTimeoutError. `keyOf` returns the key of a version or throws.
 */
export function openS3Store(settings: S3Settings, timeoutMs = 10_000, keyOf = versionKey): ObjectStore {
  const client = new S3mini({ ...settings, fetch: retryingFetch(timeoutMs) });
  return {
    async write(version, source) {
      const key = keyOf(version);
      const hash = createHash("md5"); // as in the disk store; S3's own ETag depends on the parts
      let size = 0;
      let uploadId: string | undefined;
      const parts: { partNumber: number; etag: string }[] = [];
      try {
        for await (const { bytes, last } of inParts(source)) {
          hash.update(bytes);
          size += bytes.byteLength;
          if (last && uploadId === undefined) {
            await withoutRequest("put", client.putObject(key, bytes));
            continue;
          }
          uploadId ??= await withoutRequest("create", client.getMultipartUploadId(key));
          parts.push(await withoutRequest("part", client.uploadPart(key, uploadId, bytes, parts.length + 1)));
        }
        if (uploadId !== undefined) {
          const { etag } = await withoutRequest(
            "complete",
            client.completeMultipartUpload(key, uploadId, parts),
          );
          // S3 may answer 200 and report the failure in the body.
          if (!etag) throw new Error("S3 complete: the upload was not completed");
        }
      } catch (error) {
        const aborted = uploadId && client.abortMultipartUpload(key, uploadId).catch(() => {});
        // A store that does not respond would only delay the caller's error.
        if (!(error instanceof StoreTimeoutError)) await aborted;
        throw error;
      }
      return { size, etag: `"${hash.digest("hex")}"` };
    },
    async read(version, { start, end }) {
      const length = end - start + 1;
      const got = client.getObjectRaw(keyOf(version), false, start, end + 1);
      const response = await nullIfMissing(withoutRequest("get", got));
      if (!response) return null;
      if (Number(response.headers.get("content-length")) !== length) {
        await response.body?.cancel();
        throw new Error(`S3 get: ${response.status} with other bytes than bytes=${start}-${end}`);
      }
      return length <= MAX_BUFFERED ? new Uint8Array(await response.arrayBuffer()) : response.body;
    },
    async copy(from, to) {
      const copied = await nullIfMissing(withoutRequest("copy", client.copyObject(keyOf(from), keyOf(to))));
      return copied !== null;
    },
    async remove(versions) {
      const removed = await withoutRequest("delete", client.deleteObjects(versions.map(keyOf)));
      if (!removed.every(Boolean)) throw new Error("S3 delete: not all were deleted");
    },
  };
}

function versionKey(version: string): string {
  if (!UUID.test(version)) throw new Error(`"${version}" is not a version`);
  return version;
}

/** Yields the source in parts of equal size; the last part may be smaller or empty. */
async function* inParts(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ bytes: Buffer<ArrayBuffer>; last: boolean }> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    size += chunk.byteLength;
    while (size > PART_BYTES) {
      const all = Buffer.concat(chunks);
      yield { bytes: all.subarray(0, PART_BYTES), last: false };
      chunks = [all.subarray(PART_BYTES)];
      size -= PART_BYTES;
    }
  }
  yield { bytes: Buffer.concat(chunks), last: true };
}

class MissingError extends Error {}

/** Reports the operation and S3's status only, because S3's own messages repeat keys and signed text. */
async function withoutRequest<T>(operation: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof StoreTimeoutError) throw error;
    const message = `S3 ${operation}: ${error instanceof Error ? error.message : String(error)}`;
    if (error instanceof S3ServiceError && error.serviceCode !== "NoSuchBucket" && error.status === 404) {
      throw new MissingError(message);
    }
    throw new Error(message);
  }
}

function nullIfMissing<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof MissingError) return null;
    throw error;
  });
}
