/** Gives each request a short id, which its response and its log lines contain, so that a member can name it. */
import { randomBytes } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";

export const REQUEST_ID_HEADER = "x-request-id";

/** Crockford's base 32: no letters that are read as other characters. Source: https://www.crockford.com/base32.html */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 8;
/** Random bytes are drawn for many ids at once, because each draw is a call of OpenSSL. */
const DRAWN = 512 * LENGTH;

const ids = new WeakMap<IncomingMessage, string>();

/**
 * Call it before other listeners are added. Ids that clients or proxies send are ignored: anyone could choose them, also
 * those of another request.
 */
export function giveRequestIds(server: Server): void {
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    const id = newRequestId();
    ids.set(request, id);
    response.setHeader(REQUEST_ID_HEADER, id);
  });
}

/** The id of a request that @hono/node-server handles, from its env; undefined for requests without a socket. */
export function requestIdOf(env: unknown): string | undefined {
  if (typeof env !== "object" || env === null || !("incoming" in env)) return undefined;
  return idOfIncoming(env.incoming as IncomingMessage);
}

/** The id of one of Node's requests. */
export function idOfIncoming(request: IncomingMessage): string | undefined {
  return ids.get(request);
}

let drawn = Buffer.alloc(0);
let used = 0;

function newRequestId(): string {
  if (used === drawn.length) {
    drawn = randomBytes(DRAWN);
    used = 0;
  }
  let id = "";
  for (const end = used + LENGTH; used < end; used++) id += DIGITS[(drawn[used] ?? 0) % DIGITS.length];
  return id;
}

/** Logs an error. `request` is the id of the request that failed. */
export type LogError = (event: string, error: unknown, request?: string) => void;
