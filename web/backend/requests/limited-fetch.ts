import { later, type ServiceInit } from "./service-fetch.ts";

/**
 * Milliseconds after which a request that takes the host seconds counts as not answered. The host waits up to 10 seconds for a
 * connection to the database and 8 for a statement.
 */
const patience = 30_000;
/** Browsers refuse requests with `keepalive` that have more than 64 KiB together. A character has up to three bytes. */
const mostKeptAlive = 20_000;

let keptAlive = 0;
/** A refusal for `keepalive` looks like a lost connection, so the attempt after a failure is made without. */
let hasFailed = false;

/** Limits the requests of `serviceFetch` from now on. */
export function limitRequests(): void {
  later.fetch = limitedFetch;
}

/**
 * `fetch` with a limit of time, except for what may take long: uploads, imports, and what organisers do to the whole club. After
 * the limit it rejects as for a failed connection. The caller's own writes outlast the page that sends them.
 */
async function limitedFetch(
  input: RequestInfo | URL,
  { isOwnWrite = false, ...init }: ServiceInit = {},
): Promise<Response> {
  const { method = "GET", body, signal } = init;
  const url = String(input);
  const isShort = isOwnWrite || /^(GET|HEAD)$/.test(method) || /v1\/token\?|\/phone-lookup$/.test(url);
  // A sign-in with a signal is ended by a reader who leaves the form.
  if (!isShort || (signal && method === "POST")) return fetch(input, init);
  const ending = new AbortController();
  signal?.addEventListener("abort", () => ending.abort(signal.reason));
  // The same for the body of the answer. Nothing happens if that has arrived.
  // not a text: for developers
  setTimeout(() => ending.abort(new TypeError("fetch: no answer")), patience);
  const { length } = String(body);
  const keepalive = isOwnWrite && !hasFailed && keptAlive + length <= mostKeptAlive;
  if (keepalive) keptAlive += length;
  try {
    const answer = await fetch(input, { ...init, signal: ending.signal, keepalive });
    if (isOwnWrite) hasFailed = false;
    return answer;
  } catch (error) {
    if (isOwnWrite) hasFailed = true;
    throw error;
  } finally {
    if (keepalive) keptAlive -= length;
  }
}
