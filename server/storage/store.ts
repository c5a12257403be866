/** Where the bytes of objects lie. Bytes are never changed in place: each write has a version of its own. */
export interface ObjectStore {
  /** Keeps all of `source`, durably, under `version` (a UUID); when it fails, nothing. `etag` is the MD5, quoted. */
  write(version: string, source: AsyncIterable<Uint8Array>): Promise<StoredBytes>;
  /** The bytes, or those of `range` (both ends included); null where there are none. */
  read(version: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>;
  /** The same bytes under another version. False where there are none. */
  copy(from: string, to: string): Promise<boolean>;
  /** Forgets the versions; those that are not there do not matter. */
  remove(versions: readonly string[]): Promise<void>;
}

export interface StoredBytes {
  size: number;
  etag: string;
}

export interface ByteRange {
  start: number;
  end: number;
}
