import { createHash } from "node:crypto";
import { setTimeout as rest } from "node:timers/promises";

/** Statuses of temporary failures. */
const RETRYABLE = new Set([429, 500, 502, 503, 504]);
const ATTEMPTS = 3;
const RETRY_DELAY_MS = 200;
/** S3 answers an upload only after receiving all of it, which takes long on a slow line. */
const UPLOAD_TIMEOUT_FACTOR = 10;

/**
 * A fetch for S3. Sends an MD5 digest, which S3 checks before it stores anything; retries temporary failures; and gives
 * up if no response begins within `timeoutMs` (ten times that for uploads). Reading the response body has no time
 * limit.
 */
export function retryingFetch(timeoutMs: number): typeof fetch {
  return async (input, init) => {
    const request = { ...init, headers: withDigest(init) };
    const limit = init?.body instanceof Uint8Array ? timeoutMs * UPLOAD_TIMEOUT_FACTOR : timeoutMs;
    for (let attempt = 1; ; attempt++) {
      const answer = await once(input, request, limit).catch((error: unknown) => {
        if (attempt === ATTEMPTS) throw networkError(error);
        return null;
      });
      if (answer && (attempt === ATTEMPTS || !RETRYABLE.has(answer.status))) return answer;
      await answer?.body?.cancel();
      await rest(RETRY_DELAY_MS * 2 ** (attempt - 1));
    }
  };
}

async function once(input: string | URL | Request, init: RequestInit, timeoutMs: number): Promise<Response> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(new Error("no answer in time")), timeoutMs);
  try {
    return await fetch(input, { ...init, signal: timeout.signal });
  } finally {
    clearTimeout(timer);
  }
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
