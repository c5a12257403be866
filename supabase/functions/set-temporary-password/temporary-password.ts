/** Without characters that are easily confused, such as 0 and O, because members copy the password by hand. */
const LOWER = "abcdefghjkmnpqrstuvwxyz";
const UPPER = "ABCDEFGHJKMNPQRSTUVWXYZ";
const DIGITS = "23456789";

/** A random password of four groups, `Kdmw-7rtp-3hvx-q2mz`: about 74 bits. It meets the club's password rules. */
export function newTemporaryPassword(): string {
  const groups = [
    oneOf(UPPER) + several(3, LOWER),
    oneOf(DIGITS) + several(3, LOWER),
    several(4, LOWER + DIGITS),
    several(4, LOWER + DIGITS),
  ];
  return groups.join("-");
}

function several(count: number, alphabet: string): string {
  return Array.from({ length: count }, () => oneOf(alphabet)).join("");
}

/** Rejects the values above the last whole multiple, so that every character is equally likely. */
function oneOf(alphabet: string): string {
  const limit = 256 - (256 % alphabet.length);
  for (;;) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < limit) return alphabet[byte % alphabet.length] ?? "";
  }
}
