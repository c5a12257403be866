/** Codes of authenticator apps, with the values that all of them assume: SHA-1, six digits, a new code every 30 seconds. */
import { Secret, TOTP } from "otpauth";

const { algorithm, digits, period } = TOTP.defaults;
/** The codes of the step before and after are accepted too, as in GoTrue, because clocks differ and typing takes time. */
const SKEW = 1;

/** 160 random bits, as many as SHA-1's output (RFC 4226, section 4), in base32 without padding. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The step whose code was given, or null if it is not valid now. `now` is in milliseconds since 1970. */
export function totpStep(secret: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null; // the library throws for six characters of several bytes
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    window: SKEW,
    timestamp: now,
  });
  return delta === null ? null : TOTP.counter({ timestamp: now }) + delta;
}

/** The URI that an authenticator app scans (https://github.com/google/google-authenticator/wiki/Key-Uri-Format). */
export function totpUri(issuer: string, account: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const values = `algorithm=${algorithm}&digits=${digits}&issuer=${encodeURIComponent(issuer)}&period=${period}&secret=${secret}`;
  return `otpauth://totp/${label}?${values}`;
}
