/** The uploads of a project: the bytes that rows of `storage.objects` name. */
import { createHash } from "node:crypto";
import type pg from "pg";
import type { ObjectStore } from "../../storage/stores/object-store.ts";
import type { Summary } from "./format.ts";

export interface Upload {
  version: string;
  /** Bucket and name. */
  path: string;
  bytes: number;
}

const PART_BYTES = 4 * 2 ** 20;

/** The uploads at the snapshot of the client's transaction. */
export async function uploadsOf(client: pg.Client): Promise<Upload[]> {
  const { rows } = await client.query<{ version: string; path: string; bytes: string | null }>(
    `select version, bucket_id || '/' || name as path, metadata ->> 'size' as bytes
       from storage.objects where version is not null order by version`,
  );
  return rows.map(({ bytes, ...row }) => ({ ...row, bytes: Number(bytes ?? 0) }));
}

/**
 * Calls `part` with the bytes of an upload. Returns their hash, or null if the store does not have all of them. Parts that
 * were passed on before a short file ended are then void.
 */
export async function readUpload(
  store: Pick<ObjectStore, "read">,
  { version, bytes }: Pick<Upload, "version" | "bytes">,
  part: (bytes: Buffer) => Promise<void> = async () => {},
): Promise<string | null> {
  const hash = createHash("sha256");
  if (bytes === 0) return hash.digest("hex"); // a range has at least one byte
  const found = await store.read(version, { start: 0, end: bytes - 1 });
  if (found === null) return null;
  let read = 0;
  let chunks: Uint8Array[] = [];
  let buffered = 0;
  for await (const chunk of found instanceof Uint8Array ? [found] : found) {
    hash.update(chunk);
    read += chunk.byteLength;
    buffered += chunk.byteLength;
    chunks.push(chunk);
    if (buffered < PART_BYTES) continue;
    await part(Buffer.concat(chunks));
    chunks = [];
    buffered = 0;
  }
  if (buffered > 0) await part(Buffer.concat(chunks));
  return read === bytes ? hash.digest("hex") : null;
}

/** The names of restored uploads whose bytes in the store differ from the backup's. */
export async function differingUploads(
  store: Pick<ObjectStore, "read">,
  uploads: Summary["uploads"],
): Promise<string[]> {
  const differing: string[] = [];
  for (const upload of uploads)
    if ((await readUpload(store, upload)) !== upload.hash) differing.push(upload.version);
  return differing;
}
