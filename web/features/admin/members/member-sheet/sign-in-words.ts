import * as words from "#words/admin-members";
import { timeAgo } from "../../../../football/time/time-ago.ts";
import { whatsAppLink } from "../../../../ui/text/whats-app.ts";
import type { SignIn } from "./member-sheet-queries.ts";

// not a text: names
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
    phone && (phone_is_confirmed ? phone : words.notConfirmedYet({ contact: phone })),
    email && (email_is_confirmed ? email : words.notConfirmedYet({ contact: email })),
  ].filter((name): name is string => Boolean(name));
  const password = signIn.has_temporary_password ? words.theTemporaryPassword : words.thePassword;
  return [
    ...names.map((name) =>
      has_password
        ? words.contactAndPassword({ contact: name, password })
        : words.onceAPasswordIsSet({ contact: name }),
    ),
    ...providers.map((provider) => providerNames[provider] ?? provider),
    ...(passkeys > 0 ? [words.countOfPasskeys({ count: passkeys })] : []),
  ];
}

/** What may keep the member from signing in, and when the member last did. `now`: ms since 1970. */
export function signInState(signIn: SignIn, now: number): string[] {
  const { last_sign_in_at, devices, banned_until, has_temporary_password } = signIn;
  const isBanned = banned_until !== null && Date.parse(banned_until) > now;
  return [
    ...(isBanned ? [words.accountIsBlocked] : []),
    ...(has_temporary_password ? [words.mustChooseAnotherPassword] : []),
    last_sign_in_at === null
      ? words.hasNeverSignedIn
      : words.lastSignedIn({ ago: timeAgo(last_sign_in_at, now), devices }),
  ];
}

/** A link that opens WhatsApp with the member. `phone` is in international form, `+23052512345`. */
export function greetingLink(phone: string, name: string): string {
  const [firstName = name] = name.trim().split(/\s+/);
  return whatsAppLink(`${words.greeting({ name: firstName })} `, phone);
}
