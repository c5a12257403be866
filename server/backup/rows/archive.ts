/** Reads and writes .tar.gz files of small entries, in constant memory. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { createGunzip, createGzip } from "node:zlib";
import { createTarDecoder, createTarPacker } from "modern-tar";
import { storeDurably } from "../../durable-files.ts";
import { BackupError } from "./format.ts";

/** An entry is read as a whole, so its size must not exhaust the memory. Parts have 4 MB, or one longer row. */
const LARGEST_ENTRY = 128 * 2 ** 20;
/** A file is read to its end before it is refused. Rows compress to a twentieth, a file that was made to be endless to a thousandth. */
const LARGEST_RATIO = 200;
/** Smaller contents are accepted at any ratio. */
const SMALL_CONTENTS = 256 * 2 ** 20;

/** Writes a file that only its owner can read, which appears when it is complete and on the disk. */
export class ArchiveWriter {
  readonly #packer = createTarPacker();
  readonly #written: Promise<void>;
  /** After a failure, settles when the unfinished file is removed. The pipeline does not wait for that. */
  #stored: Promise<void> | undefined;

  /** After `signal` is aborted, add() rejects. */
  constructor(
    private readonly path: string,
    private readonly signal?: AbortSignal,
  ) {
    this.#written = pipeline(
      Readable.fromWeb(this.#packer.readable as ReadableStream),
      createGzip(),
      (packed: AsyncIterable<Buffer>) => {
        this.#stored = storeDurably(path, packed);
        return this.#stored;
      },
    );
    this.#written.catch((error: unknown) => this.#packer.controller.error(error)); // the next add() rejects
  }

  /** Waits while more than a few megabytes are not on the disk. */
  async add(name: string, bytes: Uint8Array): Promise<void> {
    this.signal?.throwIfAborted();
    if (bytes.byteLength > LARGEST_ENTRY)
      throw new BackupError(`${name} has ${bytes.byteLength} bytes, and a backup can have ${LARGEST_ENTRY}.`);
    const header = { name, size: bytes.byteLength, mode: 0o600, mtime: new Date(0) };
    const entry = this.#packer.controller.add(header).getWriter();
    await entry.write(bytes as Uint8Array<ArrayBuffer>);
    await entry.close();
  }

  /** Returns the size of the file. */
  async finish(): Promise<number> {
    this.#packer.controller.finalize();
    await this.#written;
    return (await stat(this.path)).size;
  }

  /** Ends without a file. */
  async discard(): Promise<void> {
    this.#packer.controller.error(new Error("discarded"));
    await Promise.allSettled([this.#written, this.#stored]);
  }
}

export interface Entry {
  name: string;
  bytes: Buffer;
}

/** Yields the entries in order. Throws BackupError if the file is damaged, truncated or another kind of file. */
export async function* entriesOf(path: string): AsyncGenerator<Entry> {
  const gunzip = createGunzip();
  const size = await stat(path).then(
    (found) => found.size,
    () => 0, // reading it fails as well
  );
  const unpacked = limited(Math.max(SMALL_CONTENTS, size * LARGEST_RATIO));
  const read = pipeline(createReadStream(path), gunzip, unpacked);
  read.catch(() => {}); // the loop rejects as well
  try {
    const decoder = createTarDecoder({ strict: true });
    const stream = (Readable.toWeb(unpacked) as globalThis.ReadableStream<Uint8Array>).pipeThrough(decoder);
    for await (const { header, body } of stream) {
      if (header.type !== "file") throw new Error(`an entry is a ${header.type}`);
      if (header.size > LARGEST_ENTRY) throw new Error(`an entry has ${header.size} bytes`);
      yield { name: header.name, bytes: Buffer.from(await new Response(body).arrayBuffer()) };
    }
  } catch (error) {
    if (error instanceof BackupError) throw error;
    if (isCode(error, "ENOENT")) throw new BackupError(`There is no file ${path}.`);
    const reason = oneLine(error);
    throw new BackupError(`${path} is damaged or not a backup (${reason}). Nothing was changed.`);
  } finally {
    gunzip.destroy();
    unpacked.destroy();
  }
}

/** The message of an error, which may quote the file, in one line. */
export function oneLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/[\p{Cc}\s]+/gu, " ").slice(0, 300);
}

function limited(most: number): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.byteLength;
      if (size > most) done(new Error(`it contains more than ${most} bytes`));
      else done(null, chunk);
    },
  });
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
