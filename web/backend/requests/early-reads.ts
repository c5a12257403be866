/*
 * Early reads: requests for data that the inline script sends before the application's code has loaded. They repeat the first requests of
 * the last visit to the same address. `app/first-paint/first-paint.js` sends them, and `keep-first-reads.ts` stores the list for the next
 * visit. Every visit loads this file, so it is small.
 */

interface EarlyReads {
  /** The path and query of the first page. */
  address: string;
  /** The Authorization header with which they were sent; null if none were. */
  authorization: string | null;
  /** Responses by request, as JSON of its URL, method, headers and body. Null if the request failed. */
  answers: Map<string, Promise<Response | null>>;
}

declare global {
  interface Window {
    earlyReads?: EarlyReads | undefined;
  }
}

/** Milliseconds since the start of the visit after which no response is used, because a page in the background may start late. */
const maxAge = 30_000;

/** The reads of the first page, as JSON; null after the page is drawn. */
let reads: string[] | null = [];

/** Resolves to the response of an early read, once. Null if the request was not sent early, or without a success status. */
export async function earlyAnswer(url: string, init: RequestInit): Promise<Response | null> {
  const early = globalThis.window?.earlyReads;
  if (!early || !reads || !isRead(url, init)) return null;
  const headers = new Headers(init.headers);
  const authorization = headers.get("authorization");
  headers.delete("authorization");
  const { method = "GET", body } = init;
  const text = JSON.stringify({ url, method, headers: [...headers], body });
  reads.push(text);
  if (early.authorization !== authorization || performance.now() > maxAge) return null;
  const answering = early.answers.get(text);
  early.answers.delete(text);
  const answer = await answering;
  return answer?.ok ? answer : null;
}

/** Stops recording and drops unused responses. Returns the address and the reads of the first page, the first time. */
export function endEarlyReads(): { address: string; reads: readonly string[] } | null {
  const early = window.earlyReads;
  const read = reads;
  window.earlyReads = undefined;
  reads = null;
  return early && read ? { address: early.address, reads: read } : null;
}

function isRead(url: string, { method = "GET" }: RequestInit): boolean {
  return /\/rest\/v1\//.test(url) && (method === "GET" || url.endsWith("/rpc/read_together"));
}
