/** An answer before it is sent: as a Response of Fetch, or to Node's. */
import type { ServerResponse } from "node:http";

export interface Sent {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string> | Headers;
  body: string | Uint8Array<ArrayBuffer> | null;
}

export function responseOf({ body, ...init }: Sent): Response {
  return new Response(body, init);
}

/** A client that has left receives nothing. */
export function sendTo(outgoing: ServerResponse, { status, headers, body }: Sent): void {
  if (outgoing.destroyed) return;
  const sent = headers instanceof Headers ? recordOf(headers) : headers;
  if (body === null) outgoing.writeHead(status, sent).end();
  else outgoing.writeHead(status, { "content-length": Buffer.byteLength(body), ...sent }).end(body);
}

function recordOf(headers: Headers): Record<string, string | string[]> {
  const cookies = headers.getSetCookie();
  return { ...Object.fromEntries(headers), ...(cookies.length > 0 && { "set-cookie": cookies }) };
}
