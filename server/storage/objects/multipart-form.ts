/** A streaming parser for multipart/form-data (RFC 7578): reads the fields, then streams the file in chunks. */
import { StorageError } from "../errors.ts";

export interface Form {
  /** The fields before the file, as in Supabase Storage: the official client sends its file last. */
  fields: ReadonlyMap<string, string>;
  /** Null if no part has a file name. */
  file: { type: string; bytes: AsyncIterable<Uint8Array> } | null;
}

const MAX_HEADERS = 8 * 1024;
const MAX_FIELD = 256 * 1024;

/** Reads up to the file's first byte. Throws invalid_request for an invalid or incomplete form. */
export async function readForm(contentType: string, source: AsyncIterator<Uint8Array>): Promise<Form> {
  const [, quoted, plain] = /boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw unreadable();
  const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
  const rest = new FormReader(source);
  const fields = new Map<string, string>();
  for await (const _preamble of rest.through(delimiter));
  while ((await rest.take(2)) !== "--") {
    const headers = await collect(rest.through(Buffer.from("\r\n\r\n")), MAX_HEADERS);
    const type = /^content-type:[ \t]*([^\r\n]+)/im.exec(headers)?.[1] ?? "application/octet-stream";
    if (/;\s*filename\*?=/i.test(headers)) return { fields, file: { type, bytes: rest.through(delimiter) } };
    const [, name = ""] = /;\s*name="([^"]*)"/i.exec(headers) ?? [];
    fields.set(name, await collect(rest.through(delimiter), MAX_FIELD));
  }
  return { fields, file: null };
}

/** Buffers unparsed bytes. Begins with a line break, which every delimiter starts with. */
class FormReader {
  #bytes: Buffer = Buffer.from("\r\n");

  constructor(private readonly source: AsyncIterator<Uint8Array>) {}

  /** Yields everything before `mark` and skips `mark`. */
  async *through(mark: Buffer): AsyncGenerator<Uint8Array> {
    for (;;) {
      const index = this.#bytes.indexOf(mark);
      // A mark may be split between two chunks.
      const end = index >= 0 ? index : Math.max(0, this.#bytes.byteLength - mark.byteLength + 1);
      if (end > 0) yield this.#bytes.subarray(0, end);
      this.#bytes = this.#bytes.subarray(index >= 0 ? index + mark.byteLength : end);
      if (index >= 0) return;
      await this.#more();
    }
  }

  async take(length: number): Promise<string> {
    while (this.#bytes.byteLength < length) await this.#more();
    const taken = this.#bytes.subarray(0, length).toString("latin1");
    this.#bytes = this.#bytes.subarray(length);
    return taken;
  }

  async #more(): Promise<void> {
    const { done, value } = await this.source.next();
    if (done) throw unreadable();
    this.#bytes = Buffer.concat([this.#bytes, value]);
  }
}

async function collect(bytes: AsyncIterable<Uint8Array>, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > most) throw unreadable();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function unreadable(): StorageError {
  return new StorageError("invalid_request", "The form cannot be read");
}
