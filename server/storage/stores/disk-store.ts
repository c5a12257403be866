import { createHash } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { linkDurably, storeDurably } from "../../durable-files.ts";
import type { ByteRange, ObjectStore } from "./object-store.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const CHUNK = 128 * 1024;

/**
 * Stores one file per version in `folder`, readable only by the host's user. File names are versions, never object
 * names. Several hosts on one database must share the folder.
 */
export function openDiskStore(folder: string): ObjectStore {
  const pathOf = (version: string): string => {
    if (!UUID.test(version)) throw new Error(`"${version}" is not a version`);
    return join(folder, version.slice(0, 2), version);
  };
  return {
    async write(version, source) {
      const hash = createHash("md5"); // the ETag of S3, which clients compare; not used for security
      let size = 0;
      async function* counted() {
        for await (const chunk of source) {
          hash.update(chunk);
          size += chunk.byteLength;
          yield chunk;
        }
      }
      const path = pathOf(version);
      await storeDurably(path, counted(), draftOf(path));
      return { size, etag: `"${hash.digest("hex")}"` };
    },
    async read(version, range) {
      const file = await orNull(open(pathOf(version)));
      if (!file) return null;
      const length = range.end - range.start + 1;
      return length <= CHUNK ? shortOf(file, range.start, length) : streamOf(file, range);
    },
    async copy(from, to) {
      // A hard link to the same bytes, which never change.
      const linked = await orNull(linkDurably(pathOf(from), pathOf(to)).then(() => true));
      return linked ?? false;
    },
    async remove(versions) {
      for (const version of versions) {
        await rm(pathOf(version), { force: true });
        await rm(draftOf(pathOf(version)), { force: true });
      }
    },
  };
}

function draftOf(path: string): string {
  return `${path}.part`;
}

/** Reads a small file at once and leaves nothing open. */
async function shortOf(file: FileHandle, start: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  const { bytesRead } = await file.read(bytes, 0, length, start).finally(() => file.close());
  return bytes.subarray(0, bytesRead);
}

/** Reads on demand: a slow reader buffers one chunk, and a disconnected one closes the file. */
function streamOf(file: FileHandle, { start, end }: ByteRange): ReadableStream<Uint8Array> {
  let position = start;
  const next = async (): Promise<Uint8Array> => {
    const length = Math.min(CHUNK, end + 1 - position);
    const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, position);
    position += bytesRead;
    return buffer.subarray(0, bytesRead);
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const chunk = await next();
          if (chunk.byteLength > 0) controller.enqueue(chunk);
          if (chunk.byteLength > 0 && position <= end) return;
          controller.close();
        } catch (error) {
          controller.error(error);
        }
        await file.close();
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  );
}

async function orNull<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
