import { z } from "zod/mini";
import * as words from "#words/start";
import {
  emailRule,
  isEmail,
  nameRule,
  passwordRule,
  phoneRule,
} from "../../session/accounts/account-rules.ts";
import { sanitise } from "../../ui/text/sanitise.ts";

/** The limit of the database (private.club). */
export const longestName = 60;

export const startRule = z.object({
  name: z
    .string()
    .check(
      z.overwrite(sanitise),
      z.minLength(1, words.enterTheClubsName),
      z.maxLength(longestName, words.clubsNameIsTooLong),
    ),
  fullName: nameRule,
  identifier: z.string().check(
    z.trim(),
    z.refine(
      (text) => (isEmail(text) ? emailRule.safeParse(text).success : phoneIn(text) !== null),
      words.notAPhoneNumber,
    ),
  ),
  password: passwordRule,
});

export type StartFields = z.infer<typeof startRule>;

/**
 * The number of a text with + or 00 and the country code, without its punctuation: `+23052512345`. Null for any other text: a
 * club's country is not known yet, so no code can be added.
 */
export function phoneIn(text: string): string | null {
  const number = text.replace(/[\s().-]/g, "").replace(/^00/, "+");
  return phoneRule.safeParse(number).success ? number : null;
}
