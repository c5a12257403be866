/**
 * The only place where functions call `fetch`: every request has a limit of time and of the size of its answer. The memory of
 * an answer counts neither to the limit of a function's thread nor to anything else.
 */

import { request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { versions } from "node:process";
import { Readable } from "node:stream";

export interface Address {
  address: string;
  family: 4 | 6;
}

export interface Limits {
  /** Milliseconds from the start of the request to the end of the answer's body. */
  timeMs?: number;
  /** The largest body in bytes, counted after decompression. */
  bytes?: number;
  /** Accepts a compressed answer. Otherwise one is refused, because its size is unknown before it is decompressed. */
  compressed?: boolean;
  /** Returns the addresses of the URL's host to which the request may connect. It throws to refuse the request. */
  resolve?: (hostname: string) => Promise<readonly Address[]>;
}

/** The whole answer is larger than the limit, or compressed although it must not be. Has the status of the answer. */
export class AnswerTooLargeError extends Error {
  override readonly name = "AnswerTooLargeError";
  constructor(
    readonly response: Response,
    limit: string,
  ) {
    super(`the answer ${limit}`);
  }
}

/** For answers of this project's own API, the largest of which is a batch of messages. */
const TIME_MS = 10_000;
const BYTES = 8 * 1024 * 1024;

/**
 * Sends a request and receives all of its answer. Redirects are answers like others, and are never followed. Throws
 * AnswerTooLargeError, an error named TimeoutError, or what `resolve`, `fetch` or `node:http` throws.
 */
export async function send(
  url: string | URL,
  init: Omit<RequestInit, "signal" | "redirect"> = {},
  { timeMs = TIME_MS, bytes = BYTES, compressed = false, resolve }: Limits = {},
): Promise<Response> {
  const headers = new Headers(init.headers);
  if (!compressed) headers.set("accept-encoding", "identity");
  const late = new AbortController();
  const reason = new DOMException(`no complete answer within ${timeMs / 1000} seconds`, "TimeoutError");
  const timer = setTimeout(() => late.abort(reason), timeMs);
  try {
    const started = { ...init, headers, redirect: "manual", signal: late.signal } as const;
    const response = await (resolve ? fetchFrom(resolve, new URL(url), started) : fetch(url, started));
    const coding = response.headers.get("content-encoding") ?? "identity";
    if (!compressed && coding !== "identity") {
      await response.body?.cancel();
      throw new AnswerTooLargeError(response, "is compressed");
    }
    const body = response.body && (await read(response, response.body, bytes, late.signal));
    return new Response(response.status === 205 ? null : body, response); // 205 cannot have a body
  } finally {
    clearTimeout(timer);
  }
}

interface Started {
  method?: string;
  headers: Headers;
  body?: BodyInit | null;
  signal: AbortSignal;
}

/** Deno resolves the name again when it connects: `node:http` has no option `lookup` in the versions that Supabase runs. */
const CAN_CHOOSE_ADDRESSES = versions.deno === undefined;

/** Like `fetch`, but connects to no address that `resolve` has not returned, whatever the name's next answer is. */
async function fetchFrom(
  resolve: NonNullable<Limits["resolve"]>,
  url: URL,
  init: Started & { redirect: "manual" },
): Promise<Response> {
  const addresses = await untilAborted(resolve(url.hostname), init.signal);
  return CAN_CHOOSE_ADDRESSES ? connectTo(addresses, url, init) : fetch(url, init);
}

/** A name server may take longer than the whole request may. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

async function connectTo(
  addresses: readonly Address[],
  url: URL,
  { method = "GET", headers, body, signal }: Started,
): Promise<Response> {
  const [first] = addresses;
  if (!first) throw new Error("the name has no address");
  const lookup: RequestOptions["lookup"] = (_hostname, { all }, done) =>
    all ? done(null, [...addresses]) : done(null, first.address, first.family);
  const bytes = body == null ? undefined : new Uint8Array(await new Response(body).arrayBuffer());
  const start = url.protocol === "https:" ? httpsRequest : httpRequest;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { method, headers: Object.fromEntries(headers), lookup, signal };
    // With a signal, Node reports an AbortError instead of its reason.
    const failed = (error: Error) => reject(signal.aborted ? signal.reason : error);
    start(url, options, resolve).once("error", failed).end(bytes);
  });
  answer.on("error", () => {}); // the reader of the body has the error too
  const status = answer.statusCode ?? 0;
  const hasBody = ![204, 205, 304].includes(status);
  if (!hasBody) answer.resume();
  const shown = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct))
    for (const value of values ?? []) shown.append(name, value);
  const stream = hasBody ? (Readable.toWeb(answer) as ReadableStream<Uint8Array>) : null;
  return new Response(stream, { status, headers: shown });
}

/** Cancels the body, which closes the connection, beyond `most` bytes and when the time is over. */
async function read(
  response: Response,
  body: ReadableStream<Uint8Array>,
  most: number,
  late: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = body.getReader();
  // `fetch` may forget its signal when the request is garbage-collected during a slow body.
  const cancel = () => void reader.cancel(late.reason).catch(() => {});
  late.addEventListener("abort", cancel, { once: true });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    if (size > most) {
      await reader.cancel().catch(() => {});
      throw new AnswerTooLargeError(response, `has more than ${most} bytes`);
    }
    chunks.push(next.value);
  }
  late.throwIfAborted();
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return size === 0 ? null : whole;
}
