/** Handles the unread rest of a refused upload. */

/** The limit of bytes to read and discard. Node ends a request that takes longer than five minutes. */
const MAX_BYTES = 2 ** 30;

/**
 * Reads and discards the rest of a request before the response is sent. Most clients read the response only after
 * sending everything, so closing the connection earlier gives them a broken pipe. (Responding first and draining
 * afterwards does not help: Node's own client then stops sending and waits forever.)
 */
export async function drainBody({ body, headers }: Request): Promise<void> {
  // A locked body is being read to its end elsewhere.
  if (!body || body.locked || Number(headers.get("content-length") ?? 0) > MAX_BYTES) return;
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > MAX_BYTES) return;
    }
  } catch {
    // The client disconnected.
  }
}
