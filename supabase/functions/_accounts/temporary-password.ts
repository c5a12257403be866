/** Without characters that are easily confused, such as 0 and O, because members copy the password by hand. */
const LOWER = "abcdefghjkmnpqrstuvwxyz";
const UPPER = "ABCDEFGHJKMNPQRSTUVWXYZ";
const DIGITS = "23456789";

/** Returns the next random byte. */
type ByteSource = () => number;

/**
 * A random password of four groups, `Kdmw-7rtp-3hvx-q2mz`: about 74 bits. It meets the club's password rules. The same bytes
 * make the same password.
 */
export function newTemporaryPassword(nextByte: ByteSource = randomByte): string {
  const groups = [
    oneOf(UPPER, nextByte) + several(3, LOWER, nextByte),
    oneOf(DIGITS, nextByte) + several(3, LOWER, nextByte),
    several(4, LOWER + DIGITS, nextByte),
    several(4, LOWER + DIGITS, nextByte),
  ];
  return groups.join("-");
}

function randomByte(): number {
  return crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
}

function several(count: number, alphabet: string, nextByte: ByteSource): string {
  return Array.from({ length: count }, () => oneOf(alphabet, nextByte)).join("");
}

/** Rejects the values above the last whole multiple, so that every character is equally likely. */
function oneOf(alphabet: string, nextByte: ByteSource): string {
  const limit = 256 - (256 % alphabet.length);
  for (;;) {
    const byte = nextByte();
    if (byte < limit) return alphabet[byte % alphabet.length] ?? "";
  }
}
