import { z } from "zod/mini";
import * as words from "#words/session";
import { sanitise } from "../../ui/text/sanitise.ts";
import { required } from "../password/password-strength.ts";

/** An identifier with an `@` is an email, any other a phone number. */
export function isEmail(identifier: string): boolean {
  return identifier.includes("@");
}

export const emailRule = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, words.enterAnEmailAddress),
    z.maxLength(254, words.emailIsTooLong),
    z.email(words.enterAValidEmail),
  );

export const nameRule = z
  .string()
  .check(
    z.overwrite(sanitise),
    z.minLength(1, words.enterYourFullName),
    z.maxLength(100, words.nameIsTooLong),
    z.regex(/^[\p{L}\p{M}\s'’-]*$/u, words.useLettersOnly),
  );

/** An international number: plus, then up to fifteen digits. */
export const phoneRule = z
  .string()
  .check(
    z.trim(),
    z.maxLength(20, words.phoneNumberIsTooLong),
    z.regex(/^\+[1-9]\d{6,14}$/, words.enterAValidPhoneNumber),
  );

/** The limit of GoTrue, and of the host. */
const longestPassword = 72;

export const passwordRule = z
  .string()
  .check(
    ...required.map(({ test, problem }) => z.regex(test, problem)),
    z.maxLength(longestPassword, words.passwordIsTooLong),
  );

export const signInRule = z.object({
  identifier: z.string().check(z.trim(), z.minLength(1, words.enterYourEmailOrPhone)),
  password: z.string().check(z.minLength(1, words.enterYourPassword)),
});

/** `age`: the age that the club asks for; then `confirmedAge` has it. */
export const registerRule = (by: "email" | "phone", age: number | undefined) =>
  z.object({
    fullName: nameRule,
    email: by === "email" ? emailRule : z.string(),
    phone: by === "email" ? z.union([z.literal(""), phoneRule], words.enterAValidPhoneNumber) : phoneRule,
    password: passwordRule,
    confirmedAge: z.literal(age === undefined ? "" : String(age), words.confirmYourAge),
  });

export type SignInFields = z.infer<typeof signInRule>;
export type RegisterFields = z.infer<ReturnType<typeof registerRule>>;
