/** What a client is still sending when it is refused. */

/** More than that is not taken in only to be thrown away. Node ends a request that takes longer than five minutes. */
const MOST = 2 ** 30;

/**
 * Reads the rest of a request and throws it away, so that the answer reaches who is still sending. Most clients look for
 * an answer only after they have sent everything: a connection closed before that is a broken pipe to them. (Answering
 * at once and reading on does not help: Node's own client then stops sending, and waits for ever.)
 */
export async function drainBody({ body, headers }: Request): Promise<void> {
  // In use: being read by somebody who will not leave anything.
  if (!body || body.locked || Number(headers.get("content-length") ?? 0) > MOST) return;
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > MOST) return;
    }
  } catch {
    // It went away.
  }
}
