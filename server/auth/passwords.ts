import type { AuthConfig } from "../config.ts";
import { AuthError } from "./errors.ts";
import { createHashing } from "./hashing.ts";

/** OWASP's minimum for argon2id, in the PHC form that upstream verifies too, so accounts can move with their passwords. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const hashing = createHashing();

/** Upstream's limit; it also bounds the work that one request can ask for. */
const MAX_LENGTH = 72;

/** A PHC string (`$argon2id$...`), made off the event loop. */
export function hashPassword(password: string): Promise<string> {
  return hashing.hash(password, COST);
}

/** Off the event loop. For an account without a password the same work is done against a hash that nothing matches. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const known = stored?.startsWith("$argon2") ? stored : null;
  const matches = await hashing.verify(known ?? (await decoy()), password);
  return known !== null && matches;
}

/** A hash that passwordMatches can check, made elsewhere. */
export function isPasswordHash(text: string): boolean {
  return /^\$argon2(id|i|d)\$v=19\$m=\d{1,7},t=\d{1,2},p=\d{1,2}\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/.test(
    text,
  );
}

/** Throws weak_password (422) with upstream's reasons, or validation_failed (400) for one that is too long. */
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

let decoyHash: Promise<string> | undefined;

function decoy(): Promise<string> {
  decoyHash ??= hashPassword(crypto.randomUUID());
  return decoyHash;
}
