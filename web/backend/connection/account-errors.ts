/** The messages of failed sign-ins and changes of an account: a rate limit says how long to wait. */
import * as words from "#words/server";
import { codeOf, messageFor, type Occasion } from "./error-messages.ts";

export function signInMessage(error: unknown): string {
  return limitMessage(error) ?? messageFor(error, "sign-in");
}

export function signUpMessage(error: unknown, occasion: Occasion): string {
  return limitMessage(error) ?? messageFor(error, occasion);
}

export function accountMessage(error: unknown): string {
  return limitMessage(error) ?? messageFor(error, "account");
}

/** The host's text in the language of the page; the text itself if it is of another server. Null for other errors. */
function limitMessage(error: unknown): string | null {
  // The limits of organisers' actions have codes of their own.
  const isLimit =
    error instanceof Error && Reflect.get(error, "status") === 429 && !/^SL/.test(codeOf(error));
  if (!isLimit || error.message === "") return null;
  const [, number, unit] = /(\d+) (second|minute)/.exec(error.message) ?? [];
  const count = Number(number);
  if (/^For security/.test(error.message) && number) return words.onlyAfterSeconds({ count });
  if (!/^Too many attempts/.test(error.message) || !number) return error.message;
  return unit === "minute"
    ? words.tooManyAttemptsMinutes({ count })
    : words.tooManyAttemptsSeconds({ count });
}
