/**
 * A request's body, counted while it comes: whether it says its length or not, no more than `most` bytes of it are ever
 * held. Null for one that is longer.
 */
export async function readBytes({ headers, body }: Request, most: number): Promise<Uint8Array | null> {
  if (Number(headers.get("content-length") ?? 0) > most) return null;
  if (!body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
