import { newTemporaryPassword } from "./temporary-password.ts";

export interface RepeatableAccount {
  id: string;
  password: string;
}

/**
 * The id and the temporary password of an account that a request adds. Both are derived from the secret key, so a repeat of
 * the request, whose answer was lost, finds its account and returns the same password, which is stored nowhere. `purpose`
 * contains the random key of the request.
 */
export async function repeatableAccount(secret: string, purpose: string): Promise<RepeatableAccount> {
  const bytes = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-512" };
  const key = await crypto.subtle.importKey("raw", bytes.encode(secret), algorithm, false, ["sign"]);
  const derive = async (part: string) =>
    new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes.encode(`add-members ${part} ${purpose}`)));
  const forId = await derive("id");
  const forPassword = await derive("password");
  let at = 0;
  const nextByte = () => {
    const byte = forPassword[at++];
    // 64 bytes for 16 characters: less than one byte in ten is rejected.
    if (byte === undefined) throw new Error("too few bytes for a password");
    return byte;
  };
  return { id: uuidOf(forId), password: newTemporaryPassword(nextByte) };
}

/** A random UUID (version 4) of the first 16 bytes. */
function uuidOf(bytes: Uint8Array): string {
  const digits = Array.from(bytes.slice(0, 16), (byte, at) => {
    const marked = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, "0");
  }).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
