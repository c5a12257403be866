/** Maps every error to its message. The table is section 8 of the product's specification. */

import * as words from "#words/backend";
import { failedRequest } from "../requests/failed-requests.ts";

interface Described {
  code: string;
  message: string;
  status: number | null;
}

/** Where the error occurred. Some messages differ: sign-up errors are about accounts, admin errors about permissions. */
export type Occasion = "general" | "sign-in" | "email sign-up" | "phone sign-up" | "account" | "admin";

const unauthorizedOrLimited = words.unauthorizedOrRateLimited;

/** Stable codes raised by the database. */
const byCode: Readonly<Record<string, string>> = {
  SL001: words.matchHasLocked,
  SL002: words.needsASubscription,
  SL003: unauthorizedOrLimited,
  SL004: unauthorizedOrLimited,
  SL005: words.statusDoesNotAllowIt,
  SL006: words.teamsAreFixed,
  SL007: words.clubNeedsAnAdmin,
  SL009: words.enterYourPasswordAgain,
  SL012: words.yourSessionHasExpired,
  SL013: words.newKickOffMustBeLater,
  SL014: words.tooLateToUndo,
  SL015: words.changedSoCannotBeUndone,
  SL016: words.changedSinceOpened,
  SL017: words.chooseYourOwnPasswordFirst,
  SL018: words.limitOfGroups,
  SL019: words.handTheGroupOver,
  SL021: words.doublesAreOff,
  SL022: words.noDoubleLeft,
  SL023: words.saveYourPickFirst,
  PGRST301: words.yourSessionHasExpired,
  "42501": words.accessDenied,
  invalid_credentials: words.invalidEmailOrPassword,
  email_not_confirmed: words.clickTheConfirmationLink,
  phone_not_confirmed: words.confirmYourPhoneNumber,
  weak_password: words.passwordIsTooWeak,
  email_address_invalid: words.couldNotSendEmail,
  session_expired: words.yourSessionHasExpired,
  session_not_found: words.yourSessionHasExpired,
  refresh_token_not_found: words.yourSessionHasExpired,
  bad_jwt: words.yourSessionHasExpired,
  otp_expired: words.codeIsWrong,
  sms_send_failed: words.couldNotSendText,
  wrong_password: words.thePasswordIsNotCorrect,
  same_password: words.passwordMustBeDifferent,
};

/** The host's answer when it has more requests than it can serve. */
export const BUSY = "53300";

/** Table constraints. Their names are predicates. */
const byConstraint: Readonly<Record<string, string>> = {
  goals_are_between_0_and_50: words.scoreSeemsUnrealistic,
  teams_must_differ: words.teamsMustDiffer,
  // With a round, and (…_without_a_round_is_listed_once_a_day) without.
  is_listed_once: words.thisMatchIsAlreadyListed,
};

const byWords: readonly (readonly [RegExp, string])[] = [
  [/invalid login credentials/, words.invalidEmailOrPassword],
  [/email not confirmed/, words.clickTheConfirmationLink],
  [/already registered/, words.emailHasAnAccount],
  [/weak.?password|password.*(weak|should)/, words.passwordIsTooWeak],
  [/invalid email|validate email/, words.enterAValidEmail],
  [/row-level security/, words.accessDenied],
  [/(jwt|session|token).*expired/, words.yourSessionHasExpired],
  [/unauthorized|not authorized/, words.notAuthorized],
];

/** The message for any error. Never shows a server message that is not written for users. */
export function messageFor(error: unknown, occasion: Occasion = "general"): string {
  if (error === null || error === undefined) return words.anUnknownErrorOccurred;
  const { code, message, status } = describe(error);
  if (status === 0 && !navigator.onLine) return words.thisDeviceIsOffline;
  if (code === BUSY) return words.serverIsBusy;
  // The messages of auth-js about network and server failures are not written for users.
  if (occasion === "email sign-up" || occasion === "phone sign-up")
    return messageAtSignUp(occasion, code, isTransient(error) ? "" : message);
  if (occasion === "account") {
    const taken = takenMessage(code, message);
    if (taken) return taken;
  }
  if (occasion === "admin" && (code === "42501" || status === 403)) return unauthorizedOrLimited;
  const known = byCode[code] ?? constraintMessage(message) ?? wordsMessage(message);
  if (known) return known;
  const number = status !== null && status >= 500 ? failedRequest() : null;
  return number ? words.anErrorOccurredWithNumber({ number }) : words.anErrorOccurred;
}

/** Whether a retry may succeed: the network or the server failed, not the request. */
export function isTransient(error: unknown): boolean {
  const { code, status } = describe(error);
  if (code in byCode) return false;
  return status === null || status === 0 || status === 408 || status >= 500;
}

/** The milliseconds before another try. A busy server asks for two to five seconds, so that not all come back at once. */
export function retryDelayMs(failures: number, error: unknown): number {
  return codeOf(error) === BUSY ? 2000 + 3000 * Math.random() : 400 * 2 ** failures;
}

/** The seconds to wait that a rate limit names; null for other errors. */
export function waitIn(error: unknown): number | null {
  const { message, status } = describe(error);
  if (status !== 429) return null;
  const seconds = /(\d+) seconds?/.exec(message)?.[1];
  return seconds ? Number(seconds) : null;
}

/** The error's stable code: a SQLSTATE, a PGRST code or an auth error code; empty when it has none. */
export function codeOf(error: unknown): string {
  return describe(error).code;
}

const refusedAtSignUp: readonly string[] = ["weak_password", "email_address_invalid", "sms_send_failed"];

/** Sign-up errors use the server's message, except where the specification has its own. */
function messageAtSignUp(occasion: Occasion, code: string, message: string): string {
  if (refusedAtSignUp.includes(code)) return byCode[code] ?? message;
  // The server has one code for both; the sign-up form tells whether the email or the phone number is taken.
  const taken = code === "user_already_exists";
  if (code === "phone_exists" || (taken && occasion === "phone sign-up"))
    return words.phoneHasAnAccountSignIn;
  if (code === "email_exists" || taken) return words.emailHasAnAccountSignIn;
  return message || words.failedToCreateAccount;
}

/** The new email address or phone number belongs to another account. */
function takenMessage(code: string, message: string): string | undefined {
  if (code === "email_exists") return words.emailIsOfAnother;
  if (code === "phone_exists" || message.includes("profiles_phone_number_key")) return words.phoneIsOfAnother;
  return undefined;
}

function constraintMessage(message: string): string | undefined {
  for (const [constraint, text] of Object.entries(byConstraint)) {
    if (message.includes(constraint)) return text;
  }
  return undefined;
}

function wordsMessage(message: string): string | undefined {
  const lower = message.toLowerCase();
  return byWords.find(([pattern]) => pattern.test(lower))?.[1];
}

function describe(error: unknown): Described {
  if (typeof error !== "object" || error === null) return { code: "", message: String(error), status: null };
  const text = (field: string) => {
    const value: unknown = Reflect.get(error, field);
    return typeof value === "string" ? value : "";
  };
  const status: unknown = Reflect.get(error, "status");
  return {
    code: text("code"),
    message: text("message"),
    status: typeof status === "number" ? status : null,
  };
}
