/** Maps every error to its message. The table is section 8 of the product's specification. */
import { failedRequest } from "./failed-requests.ts";

interface Described {
  code: string;
  message: string;
  status: number | null;
}

/** Where the error occurred. Some messages differ: sign-up errors are about accounts, admin errors about permissions. */
export type Occasion = "general" | "sign-in" | "email sign-up" | "phone sign-up" | "account" | "admin";

const unauthorizedOrLimited = "Unauthorized or rate limited";

/** Stable codes raised by the database. */
const byCode: Readonly<Record<string, string>> = {
  SL001: "This match has locked. Picks close at kick-off.",
  SL002: "You need an active subscription for this competition.",
  SL003: unauthorizedOrLimited,
  SL004: unauthorizedOrLimited,
  SL005: "The status of this match does not allow that change.",
  SL006: "Teams and competition are fixed: players have already predicted this match.",
  SL007: "The club needs at least one admin",
  SL009: "Please enter your password again",
  SL012: "Your session has expired. Please log in again.",
  SL013: "The new kick-off must be in the future.",
  SL014: "It is too late to undo this.",
  SL015: "This has changed since, so it cannot be undone.",
  SL016: "This has changed since you opened it. Please try again.",
  SL017: "Choose your own password first.",
  SL018: "That is the limit: a player owns at most 10 groups and is in at most 30.",
  SL019: "Hand the group over to another member before you leave.",
  PGRST301: "Your session has expired. Please log in again.",
  "42501": "Access denied",
  invalid_credentials: "Invalid email or password",
  email_not_confirmed: "Please check your email and click the confirmation link",
  phone_not_confirmed: "Please confirm your phone number with the code we sent you",
  weak_password: "Password is too weak. Please choose a stronger password.",
  email_address_invalid: "We could not send an email to this address. Please check it.",
  session_expired: "Your session has expired. Please log in again.",
  session_not_found: "Your session has expired. Please log in again.",
  refresh_token_not_found: "Your session has expired. Please log in again.",
  bad_jwt: "Your session has expired. Please log in again.",
  otp_expired: "That code is wrong or has expired. Please ask for a new one.",
  sms_send_failed: "We could not send a text message to this number. Please check it.",
  wrong_password: "The password is not correct",
  same_password: "The new password must be different from the old one.",
};

/** The host's answer when it has more requests than it can serve. */
export const BUSY = "53300";

/** Table constraints. Their names are predicates. */
const byConstraint: Readonly<Record<string, string>> = {
  goals_are_between_0_and_50: "Score seems unrealistic (max 50)",
  teams_must_differ: "Home and away teams must be different",
  // With a round, and (…_without_a_round_is_listed_once_a_day) without.
  is_listed_once: "This match is already listed.",
};

const byWords: readonly (readonly [RegExp, string])[] = [
  [/invalid login credentials/, "Invalid email or password"],
  [/email not confirmed/, "Please check your email and click the confirmation link"],
  [/already registered/, "An account with this email already exists"],
  [/weak.?password|password.*(weak|should)/, "Password is too weak. Please choose a stronger password."],
  [/invalid email|validate email/, "Please enter a valid email address"],
  [/row-level security/, "Access denied"],
  [/(jwt|session|token).*expired/, "Your session has expired. Please log in again."],
  [/unauthorized|not authorized/, "You are not authorized to perform this action"],
];

/** The message for any error. Never shows a server message that is not written for users. */
export function messageFor(error: unknown, occasion: Occasion = "general"): string {
  if (error === null || error === undefined) return "An unknown error occurred";
  const { code, message, status } = describe(error);
  if (status === 0 && !navigator.onLine) return "This device is offline.";
  if (code === BUSY) return "The server is busy. Please try again in a moment.";
  // The messages of auth-js about network and server failures are not written for users.
  if (occasion === "email sign-up" || occasion === "phone sign-up")
    return signUpMessage(occasion, code, isTransient(error) ? "" : message);
  if (occasion === "account") {
    const words = takenMessage(code, message);
    if (words) return words;
  }
  if (occasion === "admin" && (code === "42501" || status === 403)) return unauthorizedOrLimited;
  const known = byCode[code] ?? constraintMessage(message) ?? wordsMessage(message);
  if (known) return known;
  // The message of a rate limit says how long to wait.
  if ((occasion === "sign-in" || occasion === "account") && status === 429 && message) return message;
  const number = status !== null && status >= 500 ? failedRequest() : null;
  return `An error occurred. Please try again.${number ? ` If it happens again, tell the organiser this number: ${number}.` : ""}`;
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
function signUpMessage(occasion: Occasion, code: string, message: string): string {
  if (refusedAtSignUp.includes(code)) return byCode[code] ?? message;
  // The server has one code for both; the sign-up form tells whether the email or the phone number is taken.
  const taken = code === "user_already_exists";
  if (code === "phone_exists" || (taken && occasion === "phone sign-up"))
    return "An account with this phone number already exists. Please sign in instead.";
  if (code === "email_exists" || taken)
    return "An account with this email already exists. Please sign in instead.";
  return message || "Failed to create account";
}

/** The new email address or phone number belongs to another account. */
function takenMessage(code: string, message: string): string | undefined {
  if (code === "email_exists")
    return "This email is already registered with another account. Please sign in instead.";
  if (code === "phone_exists" || message.includes("profiles_phone_number_key"))
    return "This phone number is already registered with another account. Please use a different phone number or sign in.";
  return undefined;
}

function constraintMessage(message: string): string | undefined {
  for (const [constraint, words] of Object.entries(byConstraint)) {
    if (message.includes(constraint)) return words;
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
