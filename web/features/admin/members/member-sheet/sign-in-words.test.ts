import { describe, expect, it } from "vitest";
import type { SignIn } from "./member-sheet-queries.ts";
import { greetingLink, signInState, waysToSignIn } from "./sign-in-words.ts";

const NOW = Date.UTC(2026, 0, 1, 12);
const signIn: SignIn = {
  email: "ali@example.com",
  email_is_confirmed: true,
  phone: "+23052512345",
  phone_is_confirmed: true,
  providers: [],
  passkeys: 0,
  has_password: true,
  has_temporary_password: false,
  last_sign_in_at: new Date(NOW - 3_600_000).toISOString(),
  devices: 2,
  banned_until: null,
};

describe("waysToSignIn", () => {
  it.each<[string, Partial<SignIn>, string[]]>([
    ["number and email", {}, ["+23052512345 and the password", "ali@example.com and the password"]],
    [
      "an email that is not confirmed",
      { phone: null, email_is_confirmed: false },
      ["ali@example.com (not confirmed yet) and the password"],
    ],
    [
      "a temporary password",
      { email: null, has_temporary_password: true },
      ["+23052512345 and the temporary password"],
    ],
    [
      "no password",
      { phone: null, has_password: false, providers: ["google", "myschool"], passkeys: 1 },
      ["ali@example.com, once a password is set", "Google", "myschool", "1 passkey"],
    ],
    ["nothing", { phone: null, email: null, has_password: false }, []],
  ])("names %s", (_what, change, ways) => {
    expect(waysToSignIn({ ...signIn, ...change })).toEqual(ways);
  });
});

describe("signInState", () => {
  it.each<[Partial<SignIn>, string[]]>([
    [{}, ["Last signed in 1 h ago, now signed in on 2 devices."]],
    [{ last_sign_in_at: null }, ["Has never signed in."]],
    [
      { banned_until: new Date(NOW + 1).toISOString(), last_sign_in_at: null },
      ["This account is blocked: no sign-in works.", "Has never signed in."],
    ],
    [{ banned_until: new Date(NOW).toISOString(), last_sign_in_at: null }, ["Has never signed in."]],
  ])("says what %j means", (change, sentences) => {
    expect(signInState({ ...signIn, ...change }, NOW)).toEqual(sentences);
  });
});

it("opens WhatsApp with the member's number and first name", () => {
  const link = new URL(greetingLink("+230 5251 2345", " Ali Khan"));
  expect(link.pathname).toBe("/23052512345");
  expect(link.searchParams.get("text")).toBe("Hi Ali, ");
});
