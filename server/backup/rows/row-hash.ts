/** Counts and hashes the rows of a table, so that two databases can be compared. */
import { hash } from "node:crypto";
import type { Rows } from "./format.ts";

const NEWLINE = 10;

/**
 * The sum of 64 bits of each row's SHA-256. It depends neither on the order of the rows nor on the version of PostgreSQL,
 * because COPY's text format is the same from 15 to 18 under the settings of `PLAIN_TEXT`.
 */
export class RowHash {
  #rows = 0;
  #sum = 0n;

  /** `bytes` are whole rows, each with its newline. */
  add(bytes: Buffer): void {
    for (let start = 0; start < bytes.length; ) {
      const end = bytes.indexOf(NEWLINE, start);
      if (end < 0) throw new Error("The last row is not complete");
      this.#sum += hash("sha256", bytes.subarray(start, end), "buffer").readBigUInt64BE();
      this.#rows++;
      start = end + 1;
    }
  }

  get rows(): Rows {
    return { rows: this.#rows, hash: BigInt.asUintN(64, this.#sum).toString(16).padStart(16, "0") };
  }
}

/** Yields whole rows in parts of about `size` bytes. A longer row is one part. */
export async function* inRows(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    length += chunk.length;
    const end = length < size ? -1 : chunk.lastIndexOf(NEWLINE);
    if (end < 0) continue;
    const rest = chunk.length - (end + 1);
    const all = Buffer.concat(chunks);
    yield all.subarray(0, length - rest);
    chunks = [all.subarray(length - rest)];
    length = rest;
  }
  if (length > 0) yield Buffer.concat(chunks);
}
