import type { AuthError } from "@supabase/auth-js";
import { language } from "#words/language";
import { backend } from "../../backend/connection/client.ts";
import { callFunction, lookUpPhone } from "../../backend/connection/edge-functions.ts";
import { RequestError } from "../../backend/connection/response.ts";
import { serviceFetch } from "../../backend/requests/service-fetch.ts";
import { paths } from "../../paths.ts";
import { isEmail, type RegisterFields } from "../../session/accounts/account-rules.ts";
import { changePassword } from "../../session/password/change-password.ts";
import { clearRecovery, flagRecovery } from "../../session/recovery.ts";
import { returnPath } from "../../session/return-path/return-path.ts";
import { mustChangePassword } from "../../session/session-store.ts";
import { readAuthSettings } from "../../session/sign-in/sign-in-methods.ts";
import { sanitise } from "../../ui/text/sanitise.ts";
import type { EmailLink } from "./email-link.ts";

/** The address of an account that is not confirmed yet. The server reveals it only for the right password. */
export type Unconfirmed = { by: "email"; email: string } | { by: "phone"; phone: string };
export type SignInOutcome =
  | { kind: "signed in" }
  | { kind: "unconfirmed"; error: AuthError; account: Unconfirmed };
export type RegisterOutcome =
  | { kind: "signed in" }
  | { kind: "check email"; email: string }
  | { kind: "verify phone"; phone: string };

/**
 * Signs in by email or phone. A phone number that the auth service does not know may be in the profile of an account with
 * an email, so the lookup finds that email and the sign-in is repeated with it. Throws the auth service's error.
 */
export async function signIn(identifier: string, password: string): Promise<SignInOutcome> {
  const auth = await backend().auth();
  if (isEmail(identifier)) return signInByEmail(identifier.trim().toLowerCase(), password);
  const { toInternational } = await import("../../session/phone/phone-numbers.ts");
  const phone = toInternational(identifier);
  const { error } = await auth.signInWithPassword({ phone, password });
  if (!error) return { kind: "signed in" };
  if (error.code === "phone_not_confirmed")
    return { kind: "unconfirmed", error, account: { by: "phone", phone } };
  if (error.code !== "invalid_credentials") throw error;
  const email = await lookUpPhone(phone);
  if (!email) throw error;
  return signInByEmail(email, password);
}

async function signInByEmail(email: string, password: string): Promise<SignInOutcome> {
  const { error } = await (await backend().auth()).signInWithPassword({ email, password });
  if (!error) return { kind: "signed in" };
  if (error.code === "email_not_confirmed")
    return { kind: "unconfirmed", error, account: { by: "email", email } };
  throw error;
}

export type DemoAccount = "admin" | "player";

/** Signs in to an account of a demo by a one-time link, which the host only gives to its own machine. */
export async function signInToDemo(account: DemoAccount): Promise<void> {
  const { auth, config } = backend();
  const response = await serviceFetch(`${config.url}/demo/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ account }),
  });
  // not a text: for developers
  if (!response.ok) throw new Error(`/demo/sign-in answered ${response.status}`);
  const { token_hash } = (await response.json()) as { token_hash: string };
  const { error } = await (await auth()).verifyOtp({ token_hash, type: "magiclink" });
  if (error) throw error;
}

/** Where the link of a confirmation email leads: to the page that the visitor wanted first, or Home. */
function confirmedAddress(): string {
  return window.location.origin + (returnPath() ?? "");
}

/**
 * Creates an account by email or phone. The outcome depends on whether the server requires a confirmation. `terms`: the
 * version of the terms that was shown.
 */
export async function register(
  by: "email" | "phone",
  fields: RegisterFields,
  terms: number | undefined,
): Promise<RegisterOutcome> {
  const auth = await backend().auth();
  const { phone, password, confirmedAge } = fields;
  const confirmed = confirmedAge !== "" && { confirmed_age: Number(confirmedAge), terms: terms ?? null };
  const options = {
    data: { full_name: sanitise(fields.fullName), phone_number: phone || null, language, ...confirmed },
  };
  const { data, error } = await auth.signUp(
    by === "email"
      ? { email: fields.email, password, options: { ...options, emailRedirectTo: confirmedAddress() } }
      : { phone, password, options },
  );
  if (error) throw error;
  if (data.session) return { kind: "signed in" };
  // If confirmation is required, the service answers for a taken identifier with a user without identities.
  if (data.user?.identities?.length === 0)
    throw new RequestError("", by === "email" ? "email_exists" : "phone_exists", 422);
  return by === "email" ? { kind: "check email", email: fields.email } : { kind: "verify phone", phone };
}

/**
 * Confirms a phone number with the code that was sent to it: of an account, which signs in, or the new number of the
 * signed-in account. Throws the auth service's error.
 */
export async function verifyPhone(
  phone: string,
  token: string,
  type: "sms" | "phone_change" = "sms",
): Promise<void> {
  const { error } = await (await backend().auth()).verifyOtp({ phone, token, type });
  if (error) throw error;
}

/**
 * Uses up the link of an email and signs in to its account. Resolves to `half` if an email change also needs the link at
 * the other address. Throws the auth service's error: otp_expired for a link that was used, replaced or has expired.
 */
export async function openEmailLink({ token, type }: EmailLink): Promise<"signed in" | "half"> {
  const { data, error } = await (await backend().auth()).verifyOtp({ token_hash: token, type });
  if (error) throw error;
  // not a text: an outcome
  return data.session ? "signed in" : "half";
}

/** Sends both emails of a pending email change again, to the address of the account or the new one. */
export async function resendEmailChange(email: string): Promise<void> {
  const { error } = await (await backend().auth()).resend({
    type: "email_change",
    email,
    options: { emailRedirectTo: `${window.location.origin}${paths.profile}` },
  });
  if (error) throw error;
}

/** Sends the confirmation email of a sign-up again. */
export async function resendConfirmation(email: string): Promise<void> {
  const { error } = await (await backend().auth()).resend({
    type: "signup",
    email,
    options: { emailRedirectTo: confirmedAddress() },
  });
  if (error) throw error;
}

export async function resendCode(phone: string, type: "sms" | "phone_change" = "sms"): Promise<void> {
  const { error } = await (await backend().auth()).resend({ type, phone });
  if (error) throw error;
}

/** Sends an email with a link to the reset-password page. */
export async function requestPasswordReset(email: string): Promise<void> {
  const { error } = await (await backend().auth()).resetPasswordForEmail(email, {
    redirectTo: `${window.location.origin}/reset-password`,
  });
  if (error) throw error;
}

/** Whether phone numbers get codes: an SMS carrier is set up. Throws the auth service's error. */
export async function sendsCodes(): Promise<boolean> {
  const settings = await readAuthSettings();
  return settings.external?.phone === true && (Boolean(settings.sms_provider) || !settings.phone_autoconfirm);
}

/** Sends a code to the account with this phone number, if there is one. */
export async function requestPhoneReset(phone: string): Promise<void> {
  await callFunction("recover-by-phone", { phone, redirectTo: `${window.location.origin}/reset-password` });
}

/** Signs in with the code of a forgotten password. The tab stays in the recovery until the password is changed. */
export async function startPhoneRecovery(phone: string, code: string): Promise<void> {
  flagRecovery();
  try {
    await verifyPhone(phone, code);
  } catch (error) {
    clearRecovery();
    throw error;
  }
}

/** Changes the password in a recovery, or one that is temporary. Throws the auth service's error. */
export async function chooseNewPassword(password: string): Promise<void> {
  const user = await changePassword(password);
  // GoTrue answers with the mark that the database has just removed.
  if (!user || mustChangePassword(user)) await (await backend().auth()).refreshSession();
}
