import type { AuthConfig } from "../../config/config.ts";
import { AuthError } from "../errors.ts";
import type { Passwords } from "./password-hashes.ts";

/** GoTrue's limit. It also bounds the work of one request. */
const MAX_LENGTH = 72;

const ARGON2 =
  /^\$argon2(id|i)\$v=19\$m=\d{1,7},t=\d{1,2},p=\d{1,2}\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/;
/** A bcrypt cost above 15 takes seconds per attempt. */
const BCRYPT = /^\$2[aby]\$(0[4-9]|1[0-5])\$[./A-Za-z0-9]{53}$/;

/**
 * The hash of an admin-provided password, or the provided hash; null if neither is given. Throws weak_password (422) or
 * validation_failed (400).
 */
export async function hashGivenPassword(
  given: { password: string; password_hash: string },
  passwords: Passwords,
  config: AuthConfig,
): Promise<string | null> {
  if (given.password && given.password_hash) {
    throw new AuthError(
      400,
      "validation_failed",
      "Only a password or a password hash should be provided, not both",
    );
  }
  if (given.password_hash) return checkPasswordHash(given.password_hash);
  if (!given.password) return null;
  checkPasswordStrength(given.password, config);
  return passwords.hash(given.password);
}

/** Accepts GoTrue's formats that Passwords.matches can check; Firebase's scrypt is not one of them. */
function checkPasswordHash(text: string): string {
  if (ARGON2.test(text) || BCRYPT.test(text)) return text;
  const message = text.startsWith("$fbscrypt$")
    ? "password_hash: Firebase scrypt hashes cannot be imported; their users have to set a new password"
    : "password_hash is neither a bcrypt nor an argon2 hash";
  throw new AuthError(400, "validation_failed", message);
}

/** Throws weak_password (422) with GoTrue's reasons, or validation_failed (400) for a password that is too long. */
export function checkPasswordStrength(password: string, config: AuthConfig): void {
  if (password.length > MAX_LENGTH) {
    throw new AuthError(400, "validation_failed", `Password cannot be longer than ${MAX_LENGTH} characters`);
  }
  const reasons: string[] = [];
  const messages: string[] = [];
  if (password.length < config.minimum_password_length) {
    reasons.push("length");
    messages.push(`Password should be at least ${config.minimum_password_length} characters.`);
  }
  const sets = REQUIRED[config.password_requirements];
  if (!sets.every((set) => [...set].some((character) => password.includes(character)))) {
    reasons.push("characters");
    messages.push(`Password should contain at least one character of each: ${sets.join(", ")}.`);
  }
  if (reasons.length > 0) throw new AuthError(422, "weak_password", messages.join(" "), { reasons });
}

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const DIGITS = "0123456789";
const REQUIRED: Record<AuthConfig["password_requirements"], readonly string[]> = {
  "": [],
  letters_digits: [LOWER + UPPER, DIGITS],
  lower_upper_letters_digits: [LOWER, UPPER, DIGITS],
  lower_upper_letters_digits_symbols: [LOWER, UPPER, DIGITS, "!@#$%^&*()_+-=[]{};'\\:\"|<>?,./`~"],
};
