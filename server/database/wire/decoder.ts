/** Decodes backend messages of PostgreSQL's protocol 3.0 from the chunks that a socket delivers. */
import type { Field } from "./batch-reply.ts";

/** Handles each message. Messages that no batch needs (notices, parameters) are skipped. */
export interface Messages {
  parsed(): void;
  described(fields: readonly Field[]): void;
  row(values: (string | null)[]): void;
  completed(tag: string): void;
  /** `fields` by the protocol's letters: C is the SQLSTATE, M the message. */
  failed(fields: ReadonlyMap<string, string>): void;
  /** The server expects COPY rows, which this driver never sends. */
  copyRequested(): void;
  /** `status`: I idle, T in a transaction, E in a failed transaction. */
  ready(status: string): void;
  notified(channel: string, payload: string): void;
}

const HEADER = 5; // a letter, and the length of what follows

export class Decoder {
  /** The start of an incomplete message. */
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #neededBytes = 0;

  constructor(private readonly messages: Messages) {}

  feed(chunk: Buffer): void {
    const bytes = this.#withKept(chunk);
    if (!bytes) return;
    let at = 0;
    while (at + HEADER <= bytes.length) {
      const end = at + 1 + bytes.readInt32BE(at + 1);
      if (end > bytes.length) break;
      decode(bytes, at, this.messages);
      at = end;
    }
    if (at < bytes.length) this.#keep(bytes.subarray(at));
  }

  /** Joins the kept bytes with this chunk only when they complete a message, so that a long row is copied once. */
  #withKept(chunk: Buffer): Buffer | null {
    if (this.#keptBytes === 0) return chunk;
    this.#kept.push(chunk);
    this.#keptBytes += chunk.length;
    if (this.#keptBytes < this.#neededBytes) return null;
    const bytes = Buffer.concat(this.#kept, this.#keptBytes);
    this.#kept = [];
    this.#keptBytes = 0;
    return bytes;
  }

  #keep(rest: Buffer): void {
    this.#kept = [rest];
    this.#keptBytes = rest.length;
    this.#neededBytes = rest.length < HEADER ? HEADER : 1 + rest.readInt32BE(1);
  }
}

function decode(bytes: Buffer, at: number, messages: Messages): void {
  const body = at + HEADER;
  switch (bytes[at]) {
    case 0x44: // DataRow
      messages.row(values(bytes, body));
      break;
    case 0x43: // CommandComplete
      messages.completed(cstring(bytes, body));
      break;
    case 0x31: // ParseComplete
      messages.parsed();
      break;
    case 0x54: // RowDescription
      messages.described(fields(bytes, body));
      break;
    case 0x6e: // NoData
      messages.described([]);
      break;
    case 0x49: // EmptyQueryResponse
      messages.completed("");
      break;
    case 0x45: // ErrorResponse
      messages.failed(errorFields(bytes, body));
      break;
    case 0x47: // CopyInResponse
      messages.copyRequested();
      break;
    case 0x5a: // ReadyForQuery
      messages.ready(String.fromCharCode(bytes[body] ?? 0));
      break;
    case 0x41: {
      // NotificationResponse: process id, channel, payload
      const channel = cstring(bytes, body + 4);
      messages.notified(channel, cstring(bytes, body + 4 + Buffer.byteLength(channel) + 1));
      break;
    }
  }
}

function values(bytes: Buffer, start: number): (string | null)[] {
  const count = bytes.readUInt16BE(start);
  const row: (string | null)[] = new Array(count);
  let at = start + 2;
  for (let index = 0; index < count; index++) {
    const length = bytes.readInt32BE(at);
    at += 4;
    if (length < 0) {
      row[index] = null;
      continue;
    }
    row[index] = bytes.toString("utf8", at, at + length);
    at += length;
  }
  return row;
}

function fields(bytes: Buffer, start: number): Field[] {
  const count = bytes.readUInt16BE(start);
  const described: Field[] = [];
  let at = start + 2;
  for (let index = 0; index < count; index++) {
    const name = cstring(bytes, at);
    at += Buffer.byteLength(name) + 1;
    described.push({ name, dataTypeID: bytes.readUInt32BE(at + 6) });
    at += 18;
  }
  return described;
}

function errorFields(bytes: Buffer, start: number): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let at = start; bytes[at] !== 0 && at < bytes.length; ) {
    const key = String.fromCharCode(bytes[at] ?? 0);
    const value = cstring(bytes, at + 1);
    found.set(key, value);
    at += 2 + Buffer.byteLength(value);
  }
  return found;
}

function cstring(bytes: Buffer, start: number): string {
  return bytes.toString("utf8", start, bytes.indexOf(0, start));
}
