/**
 * The only place where the host calls `fetch`: every request has a limit of time and of the size of its answer. Edge functions
 * have their own, supabase/functions/_http/outgoing.ts, because they also run without this host.
 */

export interface Limits {
  /** Milliseconds from the start of the request to the end of the answer's body. */
  timeMs: number;
  /** The largest body in bytes, counted after decompression. 0 discards the body and returns an answer without one. */
  bytes: number;
}

export type Fetch = typeof fetch;

/** The body of an answer is larger than the limit. */
export class AnswerTooLargeError extends Error {
  override readonly name = "AnswerTooLargeError";
  constructor(bytes: number) {
    super(`the answer has more than ${bytes} bytes`);
  }
}

/**
 * A `fetch` that receives all of an answer and follows no redirect. It throws AnswerTooLargeError, an error named
 * TimeoutError, the reason of the caller's signal, or what `fetch` throws.
 */
export function limitedFetch({ timeMs, bytes }: Limits) {
  return async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const ending = new AbortController();
    const reason = new DOMException(`no complete answer within ${timeMs / 1000} seconds`, "TimeoutError");
    const timer = setTimeout(() => ending.abort(reason), timeMs);
    const abort = () => ending.abort(init.signal?.reason);
    if (init.signal?.aborted) abort();
    init.signal?.addEventListener("abort", abort, { once: true });
    try {
      const headers = new Headers(init.headers);
      if (bytes === 0) headers.set("accept-encoding", "identity");
      const response = await startFetch(url, { ...init, headers, signal: ending.signal });
      if (bytes === 0) await response.body?.cancel();
      const body = bytes > 0 && response.body ? await read(response.body, bytes, ending.signal) : null;
      return new Response(response.status === 205 ? null : body, response); // 205 cannot have a body
    } finally {
      clearTimeout(timer);
      init.signal?.removeEventListener("abort", abort);
    }
  };
}

/**
 * For answers that are passed on as a stream: resolves when the headers have arrived. The caller limits the time, and with
 * `limitBytes` each body that is received as a whole. Follows no redirect.
 */
export function startFetch(
  url: Parameters<Fetch>[0],
  init: RequestInit & { signal: AbortSignal },
): Promise<Response> {
  return fetch(url, { ...init, redirect: "manual" });
}

/** Passes at most `most` bytes on, then cancels the source and throws AnswerTooLargeError. */
export function limitBytes(most: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > most) throw new AnswerTooLargeError(most);
      controller.enqueue(chunk);
    },
  });
}

async function read(
  body: ReadableStream<Uint8Array>,
  most: number,
  ending: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | null> {
  // With the signal, because `fetch` may forget its own when the request is garbage-collected during a slow body.
  const limited = body.pipeThrough(limitBytes(most), { signal: ending });
  const bytes = new Uint8Array(await new Response(limited).arrayBuffer());
  return bytes.byteLength === 0 ? null : bytes;
}
