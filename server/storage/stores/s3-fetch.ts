import { createHash } from "node:crypto";
import { setTimeout as rest } from "node:timers/promises";

/** Answers that say no more than "not now". */
const RETRYABLE = new Set([429, 500, 502, 503, 504]);
const ATTEMPTS = 3;
const RETRY_DELAY_MS = 200;
/** S3 answers an upload when it has all of it, which on a slow line takes its time. */
const UPLOAD_TIMEOUT_FACTOR = 10;

/**
 * A fetch for S3: with the MD5 of what it sends, which S3 compares before it keeps a byte; tried again where that may
 * help; and given up when no answer begins within `answerWithin` milliseconds, for bytes that go up ten times that. A body
 * that comes down may take as long as its reader.
 */
export function retryingFetch(answerWithin: number): typeof fetch {
  return async (input, init) => {
    const request = { ...init, headers: withDigest(init) };
    const patience = init?.body instanceof Uint8Array ? answerWithin * UPLOAD_TIMEOUT_FACTOR : answerWithin;
    for (let attempt = 1; ; attempt++) {
      const answer = await once(input, request, patience).catch((error: unknown) => {
        if (attempt === ATTEMPTS) throw networkError(error);
        return null;
      });
      if (answer && (attempt === ATTEMPTS || !RETRYABLE.has(answer.status))) return answer;
      await answer?.body?.cancel();
      await rest(RETRY_DELAY_MS * 2 ** (attempt - 1));
    }
  };
}

async function once(
  input: string | URL | Request,
  init: RequestInit,
  answerWithin: number,
): Promise<Response> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(new Error("no answer in time")), answerWithin);
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

/** `fetch failed` says nothing; its cause does. */
function networkError(error: unknown): Error {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return new Error(cause instanceof Error ? cause.message : String(cause));
}
