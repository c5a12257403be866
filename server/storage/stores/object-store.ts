/** The interface of a store for objects' bytes. Bytes never change: each write has its own version. */
export interface ObjectStore {
  /** Stores all of `source` durably under `version` (a UUID), or nothing if it fails. `etag` is the quoted MD5. */
  write(version: string, source: AsyncIterable<Uint8Array>): Promise<StoredBytes>;
  /**
   * The bytes of `range`, or null if the version does not exist. A short range is returned whole, a long one as a
   * stream.
   */
  read(
    version: string,
    range: ByteRange,
  ): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null>;
  /** Stores the same bytes under another version. Returns false if `from` does not exist. */
  copy(from: string, to: string): Promise<boolean>;
  /** Removes versions and ignores missing ones. */
  remove(versions: readonly string[]): Promise<void>;
}

export interface StoredBytes {
  size: number;
  etag: string;
}

/** Both ends are included. */
export interface ByteRange {
  start: number;
  end: number;
}
