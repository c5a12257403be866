/** Where the bytes of objects lie. Bytes are never changed in place: each write has a version of its own. */
export interface ObjectStore {
  /** Keeps all of `source`, durably, under `version` (a UUID); when it fails, nothing. `etag` is the MD5, quoted. */
  write(version: string, source: AsyncIterable<Uint8Array>): Promise<StoredBytes>;
  /** The bytes of `range`; null where there are none. A short range comes whole, a long one as it is read. */
  read(
    version: string,
    range: ByteRange,
  ): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null>;
  /** The same bytes under another version. False where there are none. */
  copy(from: string, to: string): Promise<boolean>;
  /** Forgets the versions; those that are not there do not matter. */
  remove(versions: readonly string[]): Promise<void>;
}

export interface StoredBytes {
  size: number;
  etag: string;
}

/** Both ends included. */
export interface ByteRange {
  start: number;
  end: number;
}
