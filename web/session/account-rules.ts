import { z } from "zod/mini";
import { sanitise } from "../ui/text/sanitise.ts";

/** An identifier with an `@` is an email, any other a phone number. */
export function isEmail(identifier: string): boolean {
  return identifier.includes("@");
}

export const emailRule = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, "Please enter an email address"),
    z.maxLength(254, "Email must be at most 254 characters"),
    z.email("Please enter a valid email address"),
  );

export const nameRule = z
  .string()
  .check(
    z.overwrite(sanitise),
    z.minLength(1, "Please enter your full name"),
    z.maxLength(100, "Name must be at most 100 characters"),
    z.regex(/^[\p{L}\p{M}\s'’-]*$/u, "Use letters, spaces, apostrophes and hyphens"),
  );

/** An international number: plus, then up to fifteen digits. */
export const phoneRule = z
  .string()
  .check(
    z.trim(),
    z.maxLength(20, "Phone number must be at most 20 characters"),
    z.regex(/^\+[1-9]\d{6,14}$/, "Please enter a valid phone number"),
  );

export const passwordRule = z
  .string()
  .check(
    z.minLength(8, "Password must be at least 8 characters"),
    z.regex(/[a-z]/, "Password needs a lowercase letter"),
    z.regex(/[A-Z]/, "Password needs an uppercase letter"),
    z.regex(/\d/, "Password needs a digit"),
  );

export const signInRule = z.object({
  identifier: z.string().check(z.trim(), z.minLength(1, "Please enter your email or phone number")),
  password: z.string().check(z.minLength(1, "Please enter your password")),
});

export const registerByEmailRule = z.object({
  fullName: nameRule,
  email: emailRule,
  phone: z.union([z.literal(""), phoneRule], "Please enter a valid phone number"),
  password: passwordRule,
});

export const registerByPhoneRule = z.object({
  fullName: nameRule,
  email: z.string(),
  phone: phoneRule,
  password: passwordRule,
});

export type SignInFields = z.infer<typeof signInRule>;
export type RegisterFields = z.infer<typeof registerByEmailRule>;
