/**
 * Sign-in by redirect with providers that have OAuth 2 without OpenID Connect. What an account stores is as in
 * github.com/supabase/auth, internal/api/provider.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { supabaseWith } from "../support/auth-host.ts";
import { type Host, startHost } from "../support/host.ts";
import { browse, type OpenIdProvider, startOpenIdProvider } from "../support/openid-provider.ts";
import { CLIENT, REFUSES } from "../support/provider-people.ts";

const APP = "https://app.example/signed-in";
const NAMES = ["github", "facebook", "discord"] as const;

let host: Host;
let provider: OpenIdProvider;
beforeAll(async () => {
  provider = await startOpenIdProvider();
  const auth = {
    additional_redirect_urls: ["https://app.example/**"],
    external: Object.fromEntries(NAMES.map((name) => [name, provider.settings])),
  };
  const env = { AUTH_CONFIRM: "always", LOG_LEVEL: "trace", SUPABASE_DIR: supabaseWith({ auth }) };
  host = await startHost({ env });
  provider.register(`${host.url}/auth/v1/callback`);
});
afterAll(() => Promise.all([host.stop(), provider.stop()]));

const authorize = (name: string, more: Readonly<Record<string, string>>) =>
  `${host.url}/auth/v1/authorize?${new URLSearchParams({ provider: name, redirect_to: APP, ...more })}`;
/** The values in the fragment with which a sign-in ends. */
const signIn = async (name: string, login_hint: string) => {
  const target = await browse(authorize(name, { login_hint }), APP);
  return Object.fromEntries(new URLSearchParams(target.hash.slice(1)));
};
const userOf = async (values: Record<string, string>) =>
  (await host.visitor().auth.getUser(values.access_token)).data.user;

it.each([
  [
    "github",
    "/login/oauth/authorize",
    "user:email",
    {
      iss: "URL/api/v3",
      sub: "101",
      name: "Gia Hub",
      full_name: "Gia Hub",
      preferred_username: "login-101",
      user_name: "login-101",
      avatar_url: "https://avatars.example/1",
    },
  ],
  [
    "facebook",
    "/dialog/oauth",
    "email",
    {
      iss: "URL/me?fields=email,first_name,last_name,name,picture",
      sub: "101",
      name: "Gia Hub",
      full_name: "Gia Hub",
      nickname: "Gia Hub",
      slug: "Gia Hub",
      picture: "https://pictures.example/1",
      avatar_url: "https://pictures.example/1",
    },
  ],
  [
    "discord",
    "/api/oauth2/authorize",
    "email identify",
    {
      iss: "URL/api",
      sub: "101",
      name: "user.101#0",
      full_name: "user.101",
      picture: "https://cdn.discordapp.com/avatars/101/a_1269e74af4df7417b13759eae50c83dc.gif",
      avatar_url: "https://cdn.discordapp.com/avatars/101/a_1269e74af4df7417b13759eae50c83dc.gif",
      custom_claims: { global_name: "Gia Hub" },
    },
  ],
])("%s creates an account, and finds it again", async (name, path, scope, claims) => {
  const email = `gia.${name}@example.com`;
  provider.people.set(name, {
    sub: "101",
    email: email.toUpperCase(),
    email_verified: true,
    name: "Gia Hub",
  });
  const start = await fetch(authorize(name, {}), { redirect: "manual" });
  const page = new URL(start.headers.get("location") ?? "");
  expect([
    page.origin + page.pathname,
    page.searchParams.get("scope"),
    page.searchParams.has("nonce"),
  ]).toEqual([provider.url + path, scope, false]);
  const values = await signIn(name, name);

  const user = await userOf(values);
  expect(user?.email).toBe(email);
  expect(user?.email_confirmed_at).toEqual(expect.any(String));
  expect(user?.identities).toMatchObject([{ provider: name, id: "101" }]);
  expect(user?.user_metadata).toEqual({
    ...claims,
    iss: claims.iss.replace("URL", provider.url),
    provider_id: "101",
    email,
    email_verified: true,
    phone_verified: false,
  });
  const profile = await host.secret
    .from("profiles")
    .select("full_name")
    .eq("id", user?.id ?? "");
  expect(profile.data).toEqual([{ full_name: claims.full_name.replace(".101", "") }]);
  expect((await userOf(await signIn(name, name)))?.id).toBe(user?.id);
  expect(host.log()).not.toContain(values.provider_token);
  expect(host.log()).not.toContain(CLIENT.secret);
  provider.people.delete(name);
});

it.each(NAMES)("%s refuses an account without an email", async (name) => {
  provider.people.set("nameless", { sub: "102" });
  expect(await signIn(name, "nameless")).toMatchObject({
    error: "server_error",
    error_description: "Error getting user email from external provider",
  });
});

it.each(["github", "discord"] as const)("%s opens no account by an unverified email", async (name) => {
  const member = await host.person("Victim");
  provider.people.set("unverified", { sub: "103", email: member.email, email_verified: false });
  expect(await signIn(name, "unverified")).toMatchObject({ error_code: "provider_email_needs_verification" });
});

it("a verified email opens the member's account", async () => {
  const member = await host.person("Already Here");
  provider.people.set("member", { sub: "104", email: member.email, email_verified: true });
  expect((await userOf(await signIn("github", "member")))?.id).toBe(member.id);
});

it.each(NAMES)("%s: a refused consent is told", async (name) => {
  expect(await signIn(name, REFUSES)).toMatchObject({ error: "access_denied" });
});

it("a refused request for the profile is told without its address", async () => {
  provider.people.set("refused", { sub: "105", email: "refused@example.com", name: REFUSES });
  const { error_description } = await signIn("facebook", "refused");
  expect(error_description).toBe("Error getting user profile from external provider");
  await expect.poll(() => host.log()).toContain("sign-in with facebook");
  expect(host.log()).not.toContain("appsecret_proof");
});
