import { createHash } from "node:crypto";
import { setTimeout as rest } from "node:timers/promises";
import { StoreTimeoutError } from "../store-timeout.ts";

/** Statuses of temporary failures. */
const RETRYABLE = new Set([429, 500, 502, 503, 504]);
const ATTEMPTS = 3;
const RETRY_DELAY_MS = 200;
/** S3 answers an upload only after receiving all of it: the slowest line that is waited for, in bytes per millisecond. */
const SLOWEST_LINE = 128;

/**
 * A fetch for S3. Sends an MD5 digest, which S3 checks before it stores anything, and retries temporary failures. Throws
 * StoreTimeoutError, without another attempt, if no response begins within `timeoutMs` (plus the time of the upload on a
 * slow line) or its body stands still for that long.
 */
export function retryingFetch(timeoutMs: number): typeof fetch {
  return async (input, init) => {
    const request = { ...init, headers: withDigest(init) };
    const bytes = init?.body instanceof Uint8Array ? init.body.byteLength : 0;
    for (let attempt = 1; ; attempt++) {
      const answer = await once(input, request, timeoutMs + bytes / SLOWEST_LINE).catch((error: unknown) => {
        if (error instanceof StoreTimeoutError) throw error;
        if (attempt === ATTEMPTS) throw networkError(error);
        return null;
      });
      if (answer && (attempt === ATTEMPTS || !RETRYABLE.has(answer.status)))
        return withBodyTimeout(answer, timeoutMs);
      await answer?.body?.cancel();
      await rest(RETRY_DELAY_MS * 2 ** (attempt - 1));
    }
  };
}

async function once(input: string | URL | Request, init: RequestInit, timeoutMs: number): Promise<Response> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(new StoreTimeoutError()), timeoutMs);
  try {
    return await fetch(input, { ...init, signal: timeout.signal });
  } finally {
    clearTimeout(timer);
  }
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

function withDigest(init: RequestInit | undefined): Headers {
  const headers = new Headers(init?.headers);
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
