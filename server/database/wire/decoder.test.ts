import { describe, expect, it } from "vitest";
import { Decoder, type Messages } from "./decoder.ts";

function message(letter: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const header = Buffer.alloc(5);
  header.write(letter);
  header.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([header, body]);
}

function int(value: number, bytes: 2 | 4): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeIntBE(value, 0, bytes);
  return buffer;
}

const text = (value: string) => [int(Buffer.byteLength(value), 4), value] as const;

const REPLY = Buffer.concat([
  message("N", "SNOTICE\0Moffside\0\0"),
  message("1"),
  message("S", "TimeZone\0UTC\0"),
  message("D", int(3, 2), ...text("Zoë 🏟️"), int(-1, 4), ...text("")),
  message("A", int(7, 4), "whistle\0kick-off é\0"),
  message("C", "SELECT 1\0"),
  message("E", "SERROR\0VERROR\0C42703\0Mno such column\0\0"),
  message("Z", "I"),
]);

const HEARD = [
  ["parsed"],
  ["row", ["Zoë 🏟️", null, ""]],
  ["notified", "whistle", "kick-off é"],
  ["completed", "SELECT 1"],
  ["failed", "42703"],
  ["ready", "I"],
];

function listening(): { decoder: Decoder; heard: unknown[] } {
  const heard: unknown[] = [];
  const messages: Messages = {
    parsed: () => heard.push(["parsed"]),
    described: (fields) => heard.push(["described", fields]),
    row: (values) => heard.push(["row", values]),
    completed: (tag) => heard.push(["completed", tag]),
    failed: (fields) => heard.push(["failed", fields.get("C")]),
    copyRequested: () => heard.push(["copy"]),
    ready: (status) => heard.push(["ready", status]),
    notified: (...told) => heard.push(["notified", ...told]),
  };
  return { decoder: new Decoder(messages), heard };
}

describe("the decoder", () => {
  it.each([1, 2, 3, 5, 7, 64, REPLY.length])("reads messages from chunks of %i bytes", (size) => {
    const { decoder, heard } = listening();
    for (let at = 0; at < REPLY.length; at += size) decoder.feed(REPLY.subarray(at, at + size));
    expect(heard).toEqual(HEARD);
  });

  it("reads the messages of two replies from one chunk", () => {
    const { decoder, heard } = listening();
    decoder.feed(Buffer.concat([REPLY, REPLY]));
    expect(heard).toEqual([...HEARD, ...HEARD]);
  });
});
