/*
 * Reads that are sent before the code of the page has loaded: those with which the last visit to the same address began.
 * `app/first-paint/first-paint.js` sends them, `keep-first-reads.ts` notes them for the next visit. Every visit loads this file before its
 * first page.
 */

interface EarlyReads {
  /** The path and query with which the visit began. */
  address: string;
  /** The header of the member for whom they were sent. */
  authorization: string | null;
  /** By the texts of the reads; null without an answer. */
  answers: Map<string, Promise<Response | null>>;
}

declare global {
  interface Window {
    earlyReads?: EarlyReads | undefined;
  }
}

/** Milliseconds of the visit after which no answer is used: the page may have been in the background. */
const longestUse = 30_000;

/** The texts of what this visit has read so far, and null once its first page is drawn. */
let reads: string[] | null = [];

/** The answer to a read that was sent early, once. Null if it was not, or if the club did not answer with rows. */
export async function earlyAnswer(url: string, init: RequestInit): Promise<Response | null> {
  const early = globalThis.window?.earlyReads;
  if (!early || !reads || !isRead(url, init)) return null;
  const headers = new Headers(init.headers);
  const authorization = headers.get("authorization");
  headers.delete("authorization");
  const { method = "GET", body } = init;
  const text = JSON.stringify({ url, method, headers: [...headers], body });
  reads.push(text);
  if (early.authorization !== authorization || performance.now() > longestUse) return null;
  const answering = early.answers.get(text);
  early.answers.delete(text);
  const answer = await answering;
  return answer?.ok ? answer : null;
}

/** Ends the first page: what was sent early and not used is dropped. Returns its address, and what it has read. */
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
