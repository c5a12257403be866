/** Sends a request of the database, with limits of time and size, to the addresses that were checked. */
import { request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Address } from "./addresses.ts";

export interface Outgoing {
  url: URL;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array | null;
}

export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  text: string;
}

/** `resolve` returns the addresses to which the request may connect; without it the name is looked up as usual. */
export interface SendLimits {
  timeMs: number;
  bytes: number;
  resolve: ((hostname: string) => Promise<readonly Address[]>) | null;
}

/** Follows no redirect. Throws an error named TimeoutError, or what `resolve` and `node:http` throw. */
export async function send(outgoing: Outgoing, { timeMs, bytes, resolve }: SendLimits): Promise<Answer> {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new DOMException(`no answer within ${timeMs} ms`, "TimeoutError")),
    timeMs,
  );
  const aborted = new Promise<never>((_, reject) => {
    late.signal.addEventListener("abort", () => reject(late.signal.reason), { once: true });
  });
  try {
    const options: RequestOptions = {
      method: outgoing.method,
      headers: outgoing.headers,
      signal: late.signal,
    };
    const addresses = await Promise.race([resolve?.(outgoing.url.hostname), aborted]);
    if (addresses) options.lookup = lookupIn(addresses);
    const response = await Promise.race([begin(outgoing, options), aborted]);
    const text = await Promise.race([read(response, bytes), aborted]);
    return { status: response.statusCode ?? 0, headers: headersOf(response), text };
  } finally {
    clearTimeout(timer);
    late.abort(); // the rest of an answer that is too large
    aborted.catch(() => {});
  }
}

function lookupIn(addresses: readonly Address[]): RequestOptions["lookup"] {
  return (_hostname, { all }, done) => {
    const [first] = addresses;
    if (all) done(null, [...addresses]);
    else done(null, first?.address ?? "", first?.family);
  };
}

function begin({ url, body }: Outgoing, options: RequestOptions): Promise<IncomingMessage> {
  const start = url.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    start(url, options, resolve)
      .on("error", reject)
      .end(body ?? undefined);
  });
}

async function read(response: IncomingMessage, most: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  response.on("error", () => {}); // the loop has it too, unless it has ended
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > most) throw new Error(`the answer has more than ${most} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
