import { timeAgo } from "../../../../football/time/time-ago.ts";
import { plural } from "../../../../ui/text/plural.ts";
import type { SignIn } from "./member-sheet-queries.ts";

const providerNames: Readonly<Record<string, string>> = {
  google: "Google",
  facebook: "Facebook",
  apple: "Apple",
  azure: "Microsoft",
};

/** What to enter at sign-in, one sentence for each way: `+23052512345 and the password`. */
export function waysToSignIn(signIn: SignIn): string[] {
  const { email, phone, email_is_confirmed, phone_is_confirmed, providers, passkeys, has_password } = signIn;
  const names = [
    phone && (phone_is_confirmed ? phone : `${phone} (not confirmed yet)`),
    email && (email_is_confirmed ? email : `${email} (not confirmed yet)`),
  ].filter(Boolean);
  const password = signIn.has_temporary_password ? "the temporary password" : "the password";
  return [
    ...names.map((name) => (has_password ? `${name} and ${password}` : `${name}, once a password is set`)),
    ...providers.map((provider) => providerNames[provider] ?? provider),
    ...(passkeys > 0 ? [plural(passkeys, "passkey")] : []),
  ];
}

/** What may keep the member from signing in, and when the member last did. `now`: ms since 1970. */
export function signInState(signIn: SignIn, now: number): string[] {
  const { last_sign_in_at, devices, banned_until, has_temporary_password } = signIn;
  const isBanned = banned_until !== null && Date.parse(banned_until) > now;
  return [
    ...(isBanned ? ["This account is blocked: no sign-in works."] : []),
    ...(has_temporary_password ? ["Must choose another password before anything else."] : []),
    last_sign_in_at === null
      ? "Has never signed in."
      : `Last signed in ${timeAgo(last_sign_in_at, now)}, now signed in on ${plural(devices, "device")}.`,
  ];
}

/** A link that opens WhatsApp with the member. `phone` is in international form, `+23052512345`. */
export function whatsAppLink(phone: string, name: string): string {
  const [firstName = name] = name.trim().split(/\s+/);
  return `https://wa.me/${phone.replace(/\D/g, "")}?text=${encodeURIComponent(`Hi ${firstName}, `)}`;
}
