import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { z } from "zod";
import { AuthError } from "../errors.ts";

/** The address that identifies an account: a lower-case email, or a phone number in E.164 without the plus. */
export type Identifier = { kind: "email"; value: string } | { kind: "phone"; value: string };

const MAX_EMAIL = 254;

/** Trims and lower-cases an email. Throws validation_failed (400). */
export function normalEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (email.length <= MAX_EMAIL && z.email().safeParse(email).success) return email;
  throw new AuthError(400, "validation_failed", "Unable to validate email address: invalid format");
}

/**
 * Removes the plus and the punctuation, because auth.users stores numbers without a plus, as GoTrue does. Throws
 * validation_failed (400).
 */
export function normalPhone(text: string): string {
  const digits = text.replace(/[\s().-]/g, "").replace(/^(\+|00)/, "");
  const number = /^[1-9]\d{6,14}$/.test(digits) ? parsePhoneNumberFromString(`+${digits}`) : undefined;
  if (number?.isPossible()) return number.number.slice(1);
  throw new AuthError(400, "validation_failed", "Invalid phone number format (E.164 required)");
}

/** Reads exactly one of email and phone. Throws validation_failed (400). */
export function oneIdentifier(body: { email: string; phone: string }, purpose: string): Identifier {
  if (body.email && body.phone) {
    throw new AuthError(
      400,
      "validation_failed",
      `Only an email address or phone number should be provided on ${purpose}`,
    );
  }
  if (body.email) return { kind: "email", value: normalEmail(body.email) };
  if (body.phone) return { kind: "phone", value: normalPhone(body.phone) };
  throw new AuthError(400, "validation_failed", "missing email or phone");
}
