/** The messages of failed sign-ins and changes of an account: a rate limit says how long to wait. */
import * as words from "#words/server";
import { BUSY, codeOf, messageFor, type Occasion } from "../connection/error-messages.ts";

export function signInMessage(error: unknown): string {
  return limitMessage(error) ?? messageFor(error, "sign-in");
}

export function signUpMessage(error: unknown, occasion: Occasion): string {
  return limitMessage(error) ?? messageFor(error, occasion);
}

export function accountMessage(error: unknown): string {
  return limitMessage(error) ?? messageFor(error, "account");
}

/** By the code of the limit and the time in its text; the text itself if it names no time. Null for other errors. */
function limitMessage(error: unknown): string | null {
  const code = codeOf(error);
  // The limits of organisers' actions and a busy host have messages of their own.
  const isLimit =
    error instanceof Error && Reflect.get(error, "status") === 429 && !/^SL/.test(code) && code !== BUSY;
  if (!isLimit || error.message === "") return null;
  const [, number, unit] = /(\d+) (second|minute)/.exec(error.message) ?? [];
  if (!number) return error.message;
  const count = Number(number);
  if (code === "over_email_send_rate_limit" || code === "over_sms_send_rate_limit")
    return words.onlyAfterSeconds({ count });
  return unit === "minute"
    ? words.tooManyAttemptsMinutes({ count })
    : words.tooManyAttemptsSeconds({ count });
}
