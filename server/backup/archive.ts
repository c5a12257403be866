/** Reads and writes .tar.gz files of small entries, in constant memory. */
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { createGunzip, createGzip } from "node:zlib";
import { createTarDecoder, createTarPacker } from "modern-tar";
import { BackupError } from "./format.ts";

/** An entry is read as a whole, so an invalid size must not exhaust the memory. */
const LARGEST_ENTRY = 2 ** 30;

/** Writes PATH.partial, readable by its owner only, and renames it when it is complete and on the disk. */
export class ArchiveWriter {
  readonly #packer = createTarPacker();
  readonly #path: string;
  readonly #draft: string;
  readonly #written: Promise<void>;

  /** After `signal` is aborted, add() rejects. */
  constructor(
    path: string,
    private readonly signal?: AbortSignal,
  ) {
    this.#path = path;
    this.#draft = `${path}.partial`;
    this.#written = pipeline(
      Readable.fromWeb(this.#packer.readable as ReadableStream),
      createGzip(),
      createWriteStream(this.#draft, { mode: 0o600 }),
    );
    this.#written.catch((error: unknown) => this.#packer.controller.error(error)); // the next add() rejects
  }

  /** Waits while more than a few megabytes are not on the disk. */
  async add(name: string, bytes: Uint8Array): Promise<void> {
    this.signal?.throwIfAborted();
    const header = { name, size: bytes.byteLength, mode: 0o600, mtime: new Date(0) };
    const entry = this.#packer.controller.add(header).getWriter();
    await entry.write(bytes as Uint8Array<ArrayBuffer>);
    await entry.close();
  }

  /** Returns the size of the file. */
  async finish(): Promise<number> {
    this.#packer.controller.finalize();
    await this.#written;
    const file = await open(this.#draft, "r+");
    await file.sync().finally(() => file.close());
    await rename(this.#draft, this.#path);
    return (await stat(this.#path)).size;
  }

  /** Ends without a file. */
  async discard(): Promise<void> {
    this.#packer.controller.error(new Error("discarded"));
    await this.#written.catch(() => {});
    await rm(this.#draft, { force: true });
  }
}

export interface Entry {
  name: string;
  bytes: Buffer;
}

/** Yields the entries in order. Throws BackupError if the file is damaged, truncated or another kind of file. */
export async function* entriesOf(path: string): AsyncGenerator<Entry> {
  const gunzip = createGunzip();
  const read = pipeline(createReadStream(path), gunzip);
  read.catch(() => {}); // the loop rejects as well
  try {
    const decoder = createTarDecoder({ strict: true });
    const stream = (Readable.toWeb(gunzip) as globalThis.ReadableStream<Uint8Array>).pipeThrough(decoder);
    for await (const { header, body } of stream) {
      if (header.size > LARGEST_ENTRY) throw new Error(`${header.name} has ${header.size} bytes`);
      yield { name: header.name, bytes: Buffer.from(await new Response(body).arrayBuffer()) };
    }
  } catch (error) {
    if (error instanceof BackupError) throw error;
    if (isCode(error, "ENOENT")) throw new BackupError(`There is no file ${path}.`);
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(`${path} is damaged or not a backup (${reason}). Nothing was changed.`);
  } finally {
    gunzip.destroy();
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
