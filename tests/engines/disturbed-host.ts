/**
 * Loaded into hosts by `npm test -- --repeat` (HOST_PRELOAD in tools/host/spawn-host.ts): answers are held, so that those of
 * several connections arrive in another order, and messages of live updates arrive twice. A page must show the same in the end.
 */
import { Server } from "node:http";
import { type Socket, Socket as SocketClass } from "node:net";
import { setTimeout } from "node:timers/promises";
import { createRandom, type Random } from "../soak/random.ts";

const random = createRandom(Number(new URL(import.meta.url).searchParams.get("seed")));

/**
 * Milliseconds for which an answer is held: most not at all, some as on a phone, a few as in a tunnel. Files arrive at once, because
 * holding them would only take time.
 */
function holdingTime(bytes: Buffer, { chance, between }: Random): number {
  const head = bytes.subarray(0, HEAD_BYTES).toString("latin1");
  if (chance(0.6) || (head.startsWith("HTTP/1.1 ") && !head.includes("application/json"))) return 0;
  return chance(0.9) ? between(0, 250) : between(250, 2_000);
}

const emit = Server.prototype.emit;
Server.prototype.emit = function (this: Server, event: string, ...given: unknown[]): boolean {
  if (event === "connection") holdAnswers(given[0] as Socket);
  if (event === "upgrade") doubled.add(given[1] as Socket);
  return emit.call(this, event, ...given);
} as typeof emit;

/** Sockets that have become web sockets. */
const doubled = new WeakSet<Socket>();

/** The headers of an answer are shorter. */
const HEAD_BYTES = 4_096;
/** How streams call chunks that are not text. */
const BYTES = "buffer" as BufferEncoding;

/** Each chunk waits for the one before it. */
function holdAnswers(socket: Socket): void {
  let before = Promise.resolve();
  const write = SocketClass.prototype._write;
  Reflect.set(socket, "_writev", null);
  socket._write = (chunk: Buffer | string, encoding, done): void => {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk;
    const sent = () =>
      new Promise<void>((resolve) => {
        write.call(socket, doubled.has(socket) ? withDoubles(bytes) : bytes, BYTES, (error) => {
          done(error);
          resolve();
        });
      });
    const wait = holdingTime(bytes, random);
    before = before.then(() => (wait === 0 ? undefined : setTimeout(wait))).then(sent);
  };
}

/** A text message of live updates that arrives in one piece, once or twice. Replies to what a client asked stay single. */
function withDoubles(bytes: Buffer): Buffer {
  const isWholeText = bytes[0] === 0x81 && bytes.length === frameLength(bytes);
  return isWholeText && !bytes.includes("phx_") && random.chance(0.2) ? Buffer.concat([bytes, bytes]) : bytes;
}

/** Of a frame that a server sends, which has no mask (RFC 6455, section 5.2). */
function frameLength(bytes: Buffer): number {
  const length = bytes[1] ?? 0;
  if (length < 126) return 2 + length;
  return length === 126 ? 4 + bytes.readUInt16BE(2) : 10 + Number(bytes.readBigUInt64BE(2));
}
