import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type Fetch, limitBytes, startFetch } from "../../outgoing.ts";
import { StoreTimeoutError } from "../store-timeout.ts";

/** Statuses of temporary failures. */
const RETRYABLE = new Set([429, 500, 502, 503, 504]);
const ATTEMPTS = 3;
const RETRY_DELAY_MS = 200;
/** S3 answers an upload only after receiving all of it: the slowest line that is waited for, in bytes per millisecond. */
const SLOWEST_LINE = 128;
/** Errors, and the XML of a deletion or a copy. A list of the 1,000 keys of one deletion has about 200 KB. */
const ANSWER_BYTES = 1024 * 1024;
/** S3 sends spaces while it puts the parts of a large upload together, which may take minutes. */
const ANSWER_MS = 300_000;

/**
 * A fetch for S3. Sends an MD5 digest, which S3 checks before it stores anything, and retries temporary failures. Throws
 * StoreTimeoutError, without another attempt, if no response begins within `timeoutMs` (plus the time of the upload on a
 * slow line) or its body stands still for that long.
 */
export function retryingFetch(timeoutMs: number): Fetch {
  return async (input, init) => {
    const request = { ...init, headers: headersOf(init) };
    const bytes = init?.body instanceof Uint8Array ? init.body.byteLength : 0;
    for (let attempt = 1; ; attempt++) {
      const answer = await once(input, request, timeoutMs + bytes / SLOWEST_LINE).catch((error: unknown) => {
        if (error instanceof StoreTimeoutError) throw error;
        if (attempt === ATTEMPTS) throw networkError(error);
        return null;
      });
      if (answer && (attempt === ATTEMPTS || !RETRYABLE.has(answer.status)))
        return withBodyTimeout(init?.method === "GET" && answer.ok ? answer : limited(answer), timeoutMs);
      await answer?.body?.cancel();
      await delay(RETRY_DELAY_MS * 2 ** (attempt - 1));
    }
  };
}

async function once(input: Parameters<Fetch>[0], init: RequestInit, timeoutMs: number): Promise<Response> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(new StoreTimeoutError()), timeoutMs);
  try {
    const answer = await startFetch(input, { ...init, signal: timeout.signal });
    // The client trusts Content-Length, which is that of the compressed bytes.
    if (answer.headers.get("content-encoding") === null) return answer;
    await answer.body?.cancel();
    throw new Error(`S3 answered ${answer.status} with a compressed body`);
  } finally {
    clearTimeout(timer);
  }
}

/** For a body that the client receives as a whole. */
function limited(response: Response): Response {
  if (!response.body) return response;
  const late = new AbortController();
  setTimeout(() => late.abort(new StoreTimeoutError()), ANSWER_MS).unref();
  return new Response(response.body.pipeThrough(limitBytes(ANSWER_BYTES), { signal: late.signal }), response);
}

/** Times only the waiting for S3: a slow reader of the result does not count. */
function withBodyTimeout(response: Response, timeoutMs: number): Response {
  if (!response.body) return response;
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      let timer: NodeJS.Timeout | undefined;
      const stalled = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new StoreTimeoutError()), timeoutMs);
      });
      try {
        const { done, value } = await Promise.race([reader.read(), stalled]);
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        await reader.cancel(error).catch(() => {});
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, response);
}

function headersOf(init: RequestInit | undefined): Headers {
  const headers = new Headers(init?.headers);
  headers.set("accept-encoding", "identity");
  const body = init?.body;
  if (body instanceof Uint8Array || (typeof body === "string" && body !== "")) {
    headers.set("content-md5", createHash("md5").update(body).digest("base64"));
  }
  return headers;
}

/** The message `fetch failed` is useless without its cause. */
function networkError(error: unknown): Error {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return new Error(cause instanceof Error ? cause.message : String(cause));
}
