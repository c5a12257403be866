import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** RFC 6238 with the values that every authenticator app assumes: SHA-1, six digits, a new code every 30 seconds. */
const PERIOD = 30;
const DIGITS = 6;
/**
 * The codes of the step before and after are accepted too, as in GoTrue, because clocks differ and typing takes time.
 */
const SKEW = 1;

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** 160 random bits, as many as SHA-1's output (RFC 4226, section 4), in base32 without padding. */
export function newTotpSecret(): string {
  const bits = [...randomBytes(20)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return bits.replace(/.{5}/g, (five) => BASE32.charAt(Number.parseInt(five, 2)));
}

/** The code of a step (RFC 4226, section 5.3). `secret` is in base32, `step` counts periods since 1970. */
export function totpCode(secret: string, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** The step whose code was given, or null if it is not valid now. `now` is in milliseconds since 1970. */
export function totpStep(secret: string, code: string, now: number): number | null {
  const present = Math.floor(now / 1000 / PERIOD);
  const given = Buffer.from(code);
  let found: number | null = null;
  for (let step = present - SKEW; step <= present + SKEW; step++) {
    const expected = Buffer.from(totpCode(secret, step));
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = step;
  }
  return found;
}

/** The URI that an authenticator app scans (https://github.com/google/google-authenticator/wiki/Key-Uri-Format). */
export function totpUri(issuer: string, account: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const values = `algorithm=SHA1&digits=${DIGITS}&issuer=${encodeURIComponent(issuer)}&period=${PERIOD}&secret=${secret}`;
  return `otpauth://totp/${label}?${values}`;
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((character) => BASE32.indexOf(character).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
