/** POST /token?grant_type=id_token: sign-in with an ID token of an external provider, checked against keys that the test creates. */
import type { JWTPayload } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { supabaseWith } from "../support/auth-host.ts";
import { type Host, startHost } from "../support/host.ts";
import {
  CLIENT_ID,
  hashOfAccessToken,
  hashOfNonce,
  type Issuer,
  startIssuer,
  strangersKey,
} from "../support/identity-provider.ts";

let counter = 0;
const half = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const newPerson = () => ({
  sub: `subject-${++counter}`,
  email: `oidc.${counter}@example.com`,
  email_verified: true,
});

describe("an ID token", () => {
  let host: Host;
  let issuer: Issuer;
  let apple: Issuer;
  let gone: Issuer;
  beforeAll(async () => {
    issuer = await startIssuer();
    apple = await startIssuer();
    gone = await startIssuer();
    await gone.stop();
    const auth = {
      external: {
        google: { enabled: true, client_id: `other.example, ${CLIENT_ID}`, url: issuer.url },
        keycloak: { enabled: true, client_id: CLIENT_ID, url: issuer.url, skip_nonce_check: true },
        apple: { enabled: true, client_id: CLIENT_ID, url: apple.url },
        azure: { enabled: true, client_id: CLIENT_ID, url: gone.url },
        kakao: { enabled: false, client_id: CLIENT_ID },
      },
    };
    const env = { AUTH_CONFIRM: "always", LOG_LEVEL: "trace", SUPABASE_DIR: supabaseWith({ auth }) };
    host = await startHost({ env });
  });
  afterAll(async () => {
    await host.stop();
    await Promise.all([issuer.stop(), apple.stop()]);
  });

  const signIn = async (
    claims: JWTPayload,
    more: { provider?: string; nonce?: string; access_token?: string } = {},
  ) => {
    const token = await issuer.token(claims);
    return host.visitor().auth.signInWithIdToken({ provider: "google", token, ...more });
  };
  const refusal = async (claims: JWTPayload, more = {}) => {
    const { error } = await signIn(claims, more);
    return [error?.status, error?.code, error?.message];
  };

  it("creates an account from its claims, and finds the account again by its subject", async () => {
    const person = newPerson();
    const claims = {
      ...person,
      name: "Ida Token",
      picture: "https://id.example/ida.png",
      hd: "club.example",
    };
    const first = await signIn(claims);
    expect(first.error).toBeNull();
    expect(first.data.user).toMatchObject({
      email: person.email,
      is_anonymous: false,
      app_metadata: { provider: "google", providers: ["google"] },
      user_metadata: {
        iss: issuer.url,
        sub: person.sub,
        email: person.email,
        email_verified: true,
        phone_verified: false,
        name: "Ida Token",
        full_name: "Ida Token",
        picture: "https://id.example/ida.png",
        avatar_url: "https://id.example/ida.png",
        provider_id: person.sub,
        custom_claims: { hd: "club.example" },
      },
      identities: [{ provider: "google", id: person.sub, email: person.email }],
    });
    expect(first.data.user?.email_confirmed_at).toBeTruthy();
    const again = await signIn({ ...claims, email: "changed@example.com" });
    expect(again.data.user).toMatchObject({ id: first.data.user?.id, email: person.email });
    const visitor = host.visitor();
    await visitor.auth.setSession(again.data.session as NonNullable<typeof again.data.session>);
    const profile = await visitor.from("profiles").select("full_name");
    expect(profile.data).toEqual([{ full_name: "Ida Token" }]);
    expect((await visitor.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: "oauth" }]);
  });

  it.each([
    ["of a stranger's key under the issuer's name", {}, "stranger"],
    ["of another issuer", { iss: "https://accounts.google.com" }, ""],
    ["that has expired", { exp: Math.floor(Date.now() / 1000) - 1 }, ""],
    ["without an end", { exp: undefined }, ""],
    ["not good yet", { nbf: Math.floor(Date.now() / 1000) + 600 }, ""],
    ["without a subject", { sub: undefined }, ""],
    ["with a number for a subject", { sub: 7 as never }, ""],
    ["that names no audience", { aud: undefined }, ""],
  ])("refuses %s", async (_, claims, by) => {
    const token = await issuer.token(
      { ...newPerson(), ...claims } as JWTPayload,
      by ? await strangersKey() : undefined,
    );
    const { error } = await host.visitor().auth.signInWithIdToken({ provider: "google", token });
    expect([error?.status, error?.message]).toEqual([400, "Bad ID token"]);
  });

  // GoTrue parses the token and looks the provider up before it asks an issuer (internal/api/token_oidc.go).
  it.each([
    ["no token", "not a token", 400],
    ["no JSON", "e30.bm8.c2ln", 400],
    ["an algorithm with a secret", `${half({ alg: "HS256" })}.${half({ iss: "GONE" })}.c2ln`, 400],
    ["another issuer", `${half({ alg: "RS256" })}.${half({ iss: "https://evil.example" })}.c2ln`, 400],
    ["its issuer", `${half({ alg: "RS256" })}.${half({ iss: "GONE" })}.c2ln`, 500],
  ])("with %s is answered without asking an issuer unless it is well-formed", async (_, text, status) => {
    const [head = "", payload = "", signature = ""] = text.split(".");
    const claims = payload && Buffer.from(payload, "base64url").toString().replace("GONE", gone.url);
    const token = [head, claims && Buffer.from(claims).toString("base64url"), signature].join(".");
    const { error } = await host.visitor().auth.signInWithIdToken({ provider: "azure", token });
    expect(error?.status).toBe(status);
  });

  it("is refused if it was issued for another client", async () => {
    const message = "Unacceptable audience in id_token: [stranger.example]";
    expect(await refusal({ ...newPerson(), aud: "stranger.example" })).toEqual([400, undefined, message]);
    expect((await signIn({ ...newPerson(), aud: ["stranger.example", "other.example"] })).error).toBeNull();
  });

  it("is refused if it is unsigned or signed with a secret", async () => {
    const claims = {
      ...newPerson(),
      iss: issuer.url,
      aud: CLIENT_ID,
      exp: Math.floor(Date.now() / 1000) + 60,
    };
    for (const alg of ["none", "HS256"]) {
      const token = `${half({ alg, typ: "JWT" })}.${half(claims)}.${alg === "none" ? "" : "c2lnbmF0dXJl"}`;
      const { error } = await host.visitor().auth.signInWithIdToken({ provider: "google", token });
      expect([error?.status, error?.message]).toEqual([400, "Bad ID token"]);
    }
  });

  it("needs the browser's nonce unless the settings skip the check", async () => {
    const nonce = "a nonce of the browser's";
    const both = "Passed nonce and nonce in id_token should either both exist or not.";
    const claims = { ...newPerson(), nonce: hashOfNonce(nonce) };
    expect((await signIn(claims, { nonce })).error).toBeNull();
    expect(await refusal(claims, { nonce: "another" })).toEqual([400, undefined, "Nonces mismatch"]);
    expect(await refusal(claims)).toEqual([400, undefined, both]);
    expect(await refusal(newPerson(), { nonce })).toEqual([400, undefined, both]);
    const skipped = await signIn({ ...newPerson(), nonce: "x" }, { provider: "keycloak", nonce });
    expect(skipped.error).toBeNull();
  });

  it("is accepted only with its own access token", async () => {
    const access_token = "an access token";
    const claims = { ...newPerson(), at_hash: hashOfAccessToken(access_token) };
    expect((await signIn(claims, { access_token })).error).toBeNull();
    expect(await refusal(claims, { access_token: "stolen" })).toEqual([400, undefined, "Bad ID token"]);
    expect((await signIn(claims)).error).toBeNull();
    expect((await signIn(newPerson(), { access_token })).error).toBeNull();
  });

  it("from Apple counts as verified without the claim", async () => {
    const { sub, email } = newPerson();
    const token = await apple.token({ sub, email, is_private_email: "true" });
    const { data } = await host.visitor().auth.signInWithIdToken({ provider: "apple", token });
    expect(data.user).toMatchObject({
      email,
      app_metadata: { provider: "apple" },
      user_metadata: { email_verified: true, provider_id: sub, custom_claims: { is_private_email: "true" } },
    });
  });

  it("from an issuer that only the settings name needs an email", async () => {
    const { sub } = newPerson();
    expect(await refusal({ sub }, { provider: "keycloak" })).toEqual([400, undefined, "Bad ID token"]);
    const { data } = await signIn({ ...newPerson(), given_name: "Kay" }, { provider: "keycloak" });
    expect(data.user).toMatchObject({
      user_metadata: { given_name: "Kay" },
      app_metadata: { provider: "keycloak" },
    });
  });

  it("refuses disabled and unknown providers and missing tokens with GoTrue's messages", async () => {
    const post = async (body: object) => {
      const response = await fetch(`${host.url}/auth/v1/token?grant_type=id_token`, {
        method: "POST",
        headers: { apikey: host.publishableKey },
        body: JSON.stringify(body),
      });
      return [response.status, await response.json()];
    };
    const refused = (error: string, error_description: string) => [400, { error, error_description }];
    expect(await post({})).toEqual(refused("invalid request", "id_token required"));
    expect(await post({ id_token: "a.b.c" })).toEqual(
      refused("invalid request", "provider or client_id and issuer required"),
    );
    expect(await post({ id_token: "a.b.c", provider: "google" })).toEqual(
      refused("invalid request", "Bad ID token"),
    );
    expect(await post({ id_token: "a.b.c", provider: "kakao" })).toEqual([
      400,
      {
        code: 400,
        error_code: "provider_disabled",
        msg: 'Provider (issuer "https://kauth.kakao.com") is not enabled',
      },
    ]);
    expect(await post({ id_token: "a.b.c", provider: "github" })).toMatchObject([
      400,
      { error_code: "validation_failed", msg: 'Custom OIDC provider "github" not allowed' },
    ]);
    const stranger = { client_id: CLIENT_ID, issuer: "https://id.stranger.example", id_token: "a.b.c" };
    expect(await post(stranger)).toMatchObject([400, { error_code: "validation_failed" }]);
    const named = { client_id: CLIENT_ID, issuer: issuer.url, id_token: await issuer.token(newPerson()) };
    expect(await post(named)).toMatchObject([200, { token_type: "bearer" }]);
  });

  it("returns 503 when the issuer's keys cannot be fetched", async () => {
    expect((await refusal({ ...newPerson(), iss: gone.url }, { provider: "azure" }))[0]).toBe(500);
  });

  it("caches the issuer's keys for ten minutes", async () => {
    await signIn(newPerson());
    const before = issuer.reads();
    await signIn(newPerson());
    expect(issuer.reads()).toEqual(before);
    expect(before.document).toBe(1);
  });

  it("keeps the token, its nonce, its access token and its subject out of the log", async () => {
    const person = { ...newPerson(), nonce: hashOfNonce("a nonce to keep"), aud: "stranger.example" };
    const token = await issuer.token(person);
    const nonce = "a nonce to keep";
    await host
      .visitor()
      .auth.signInWithIdToken({ provider: "google", token, nonce, access_token: "an access token to keep" });
    const log = host.log();
    expect(log).toContain("/auth/v1/token");
    for (const secret of [token, nonce, "an access token to keep", person.email, person.sub])
      expect(log).not.toContain(secret);
  });

  it("the settings endpoint lists its provider", async () => {
    const headers = { apikey: host.publishableKey };
    const response = await fetch(`${host.url}/auth/v1/settings`, { headers });
    expect(await response.json()).toMatchObject({
      external: {
        google: true,
        apple: true,
        keycloak: true,
        kakao: false,
        github: false,
        anonymous_users: false,
      },
    });
  });
});
