/**
 * A 503 that asks the client to try again after some seconds. One body for all clients: postgrest-js reads `code` and `message`,
 * storage-js `message`, auth-js `msg`, functions `error`.
 */
export function unavailable(method: string, message: string, code: string, retryAfterSeconds = 1): Response {
  const body = { code, message, msg: message, error: message, details: null, hint: null };
  return new Response(method === "HEAD" ? null : JSON.stringify(body), {
    status: 503,
    headers: {
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "retry-after",
      "cache-control": "no-store",
      "content-type": "application/json",
      "retry-after": String(retryAfterSeconds),
    },
  });
}
