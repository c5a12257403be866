/** Backend messages of PostgreSQL's protocol 3.0, read out of the bytes that PGlite answers with. */
import type { BatchReply, Field } from "./batch-reply.ts";

/** Feeds every message of `bytes` to `reply`; `notified` gets each NOTIFY that came along. */
export function decodeReply(
  bytes: Uint8Array,
  reply: BatchReply,
  notified: (channel: string, payload: string) => void,
): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 5 <= buffer.length; ) {
    const code = buffer[at];
    const end = at + 1 + buffer.readInt32BE(at + 1);
    const body = at + 5;
    switch (code) {
      case 0x44: // DataRow
        reply.row(values(buffer, body));
        break;
      case 0x43: // CommandComplete
        reply.completed(cstring(buffer, body));
        break;
      case 0x31: // ParseComplete
        reply.parsed();
        break;
      case 0x54: // RowDescription
        reply.described(fields(buffer, body));
        break;
      case 0x6e: // NoData
        reply.described([]);
        break;
      case 0x49: // EmptyQueryResponse
        reply.completed("");
        break;
      case 0x45: // ErrorResponse
        reply.failed(errorFields(buffer, body));
        break;
      case 0x41: {
        // NotificationResponse: process id, channel, payload
        const channel = cstring(buffer, body + 4);
        notified(channel, cstring(buffer, body + 4 + Buffer.byteLength(channel) + 1));
        break;
      }
    }
    at = end;
  }
}

function values(buffer: Buffer, start: number): (string | null)[] {
  const count = buffer.readUInt16BE(start);
  const row: (string | null)[] = new Array(count);
  let at = start + 2;
  for (let index = 0; index < count; index++) {
    const length = buffer.readInt32BE(at);
    at += 4;
    if (length < 0) {
      row[index] = null;
      continue;
    }
    row[index] = buffer.toString("utf8", at, at + length);
    at += length;
  }
  return row;
}

function fields(buffer: Buffer, start: number): Field[] {
  const count = buffer.readUInt16BE(start);
  const described: Field[] = [];
  let at = start + 2;
  for (let index = 0; index < count; index++) {
    const name = cstring(buffer, at);
    at += Buffer.byteLength(name) + 1;
    described.push({ name, dataTypeID: buffer.readUInt32BE(at + 6) });
    at += 18;
  }
  return described;
}

function errorFields(buffer: Buffer, start: number): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let at = start; buffer[at] !== 0 && at < buffer.length; ) {
    const key = String.fromCharCode(buffer[at] ?? 0);
    const value = cstring(buffer, at + 1);
    found.set(key, value);
    at += 2 + Buffer.byteLength(value);
  }
  return found;
}

function cstring(buffer: Buffer, start: number): string {
  return buffer.toString("utf8", start, buffer.indexOf(0, start));
}
