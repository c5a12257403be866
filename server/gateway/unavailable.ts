import { responseOf, type Sent } from "./http/sent.ts";

/**
 * A 503 that asks the client to try again after some seconds. One body for all clients: postgrest-js reads `code` and `message`,
 * storage-js `message`, auth-js `msg`, functions `error`.
 */
export function unavailable(method: string, message: string, code: string, retryAfterSeconds = 1): Response {
  return responseOf(unavailableSent(method, message, code, retryAfterSeconds));
}

/** The same before it is sent. */
export function unavailableSent(
  method: string,
  message: string,
  code: string,
  retryAfterSeconds = 1,
): Sent & { headers: Record<string, string> } {
  const body = { code, message, msg: message, error: message, details: null, hint: null };
  return {
    status: 503,
    headers: {
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "retry-after",
      "cache-control": "no-store",
      "content-type": "application/json",
      "retry-after": String(retryAfterSeconds),
    },
    body: method === "HEAD" ? null : JSON.stringify(body),
  };
}
