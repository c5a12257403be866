import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { z } from "zod";
import { AuthError } from "../errors.ts";

/** What an account is found by: a lower-case email, or a phone number in E.164 without its plus. */
export type Identifier = { kind: "email"; value: string } | { kind: "phone"; value: string };

const MAX_EMAIL = 254;

/** Throws validation_failed (400). */
export function normalEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (email.length <= MAX_EMAIL && z.email().safeParse(email).success) return email;
  throw new AuthError(400, "validation_failed", "Unable to validate email address: invalid format");
}

/** auth.users keeps numbers without their plus, as upstream does. Throws validation_failed (400). */
export function normalPhone(text: string): string {
  const digits = text.replace(/[\s().-]/g, "").replace(/^(\+|00)/, "");
  const number = /^[1-9]\d{6,14}$/.test(digits) ? parsePhoneNumberFromString(`+${digits}`) : undefined;
  if (number?.isPossible()) return number.number.slice(1);
  throw new AuthError(400, "validation_failed", "Invalid phone number format (E.164 required)");
}

/** Exactly one of both. Throws validation_failed (400). */
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
