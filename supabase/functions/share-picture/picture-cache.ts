/** The last pictures, by the hash of what they show. Lives as long as the function's thread. */

const MOST = 40;
const pictures = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** The picture of this content, rendered if it is not cached. Simultaneous calls share one rendering. */
export async function cached(
  content: string,
  render: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await hashOf(content);
  const known = pictures.get(key);
  const picture = known ?? render();
  // The Map's order is the order of use, so the first entry is the one to drop.
  pictures.delete(key);
  pictures.set(key, picture);
  const [oldest] = pictures.keys();
  if (pictures.size > MOST && oldest !== undefined) pictures.delete(oldest);
  try {
    return await picture;
  } catch (error) {
    pictures.delete(key);
    throw error;
  }
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
