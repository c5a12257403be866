/** The messages of failed sign-ins, registrations and changes of an account. A rate limit says how long to wait. */
import * as words from "#words/backend";
import * as limitWords from "#words/server";
import { BUSY, codeOf, describe, isTransient } from "../connection/error-kinds.ts";
import { messageFor } from "../connection/error-messages.ts";

/** Stable codes of the auth service. */
const byCode: Readonly<Record<string, string>> = {
  invalid_credentials: words.invalidEmailOrPassword,
  email_not_confirmed: words.clickTheConfirmationLink,
  phone_not_confirmed: words.confirmYourPhoneNumber,
  weak_password: words.passwordIsTooWeak,
  email_address_invalid: words.couldNotSendEmail,
  otp_expired: words.codeIsWrong,
  sms_send_failed: words.couldNotSendText,
  wrong_password: words.thePasswordIsNotCorrect,
  same_password: words.passwordMustBeDifferent,
};

const byWords: readonly (readonly [RegExp, string])[] = [
  [/invalid login credentials/i, words.invalidEmailOrPassword],
  [/email not confirmed/i, words.clickTheConfirmationLink],
  [/already registered/i, words.emailHasAnAccount],
  [/weak.?password|password.*(weak|should)/i, words.passwordIsTooWeak],
  [/invalid email|validate email/i, words.enterAValidEmail],
];

/** The message of a failed sign-in, or of a failed step before it. */
export function signInMessage(error: unknown): string {
  return limitMessage(error) ?? accountsMessage(error);
}

/** The message of a failed change of the user's own account: a taken address or number is that of another account. */
export function accountMessage(error: unknown): string {
  return limitMessage(error) ?? takenMessage(error) ?? accountsMessage(error);
}

const refusedAtSignUp: readonly string[] = ["weak_password", "email_address_invalid", "sms_send_failed"];

/**
 * The message of a failed registration by email or phone: the server's own, except where the specification has another. The
 * server has one code for a taken email and a taken number.
 */
export function signUpMessage(error: unknown, by: "email" | "phone"): string {
  const limit = limitMessage(error);
  if (limit) return limit;
  const { code, message, status } = describe(error);
  if (code === BUSY || (status === 0 && !navigator.onLine)) return messageFor(error);
  if (refusedAtSignUp.includes(code)) return byCode[code] ?? message;
  const isTaken = code === "user_already_exists";
  if (code === "phone_exists" || (isTaken && by === "phone")) return words.phoneHasAnAccountSignIn;
  if (code === "email_exists" || isTaken) return words.emailHasAnAccountSignIn;
  // The messages of auth-js about network and server failures are not written for users.
  return (isTransient(error) ? "" : message) || words.failedToCreateAccount;
}

function accountsMessage(error: unknown): string {
  const { code, message } = describe(error);
  return byCode[code] ?? byWords.find(([pattern]) => pattern.test(message))?.[1] ?? messageFor(error);
}

function takenMessage(error: unknown): string | undefined {
  const { code, message } = describe(error);
  if (code === "email_exists") return words.emailIsOfAnother;
  if (code === "phone_exists" || message.includes("profiles_phone_number_key")) return words.phoneIsOfAnother;
  return undefined;
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
    return limitWords.onlyAfterSeconds({ count });
  return unit === "minute"
    ? limitWords.tooManyAttemptsMinutes({ count })
    : limitWords.tooManyAttemptsSeconds({ count });
}
