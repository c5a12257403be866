/**
 * GET /authorize and /callback: sign-in by redirect with an OpenID Connect provider, here `oidc-provider`. Statuses,
 * codes and texts as in github.com/supabase/auth, internal/api/external.go and internal/api/external_oauth.go.
 */
import { GoTrueClient } from "@supabase/auth-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { supabaseWith } from "../support/auth-host.ts";
import { type Host, startHost } from "../support/host.ts";
import { type Issuer, startIssuer } from "../support/identity-provider.ts";
import { browse, type OpenIdProvider, startOpenIdProvider } from "../support/openid-provider.ts";
import { CLIENT, type ProviderPerson, REFUSES } from "../support/provider-people.ts";

const APP = "https://app.example/signed-in";
const VERIFIER = "the verifier of a browser that a test plays, long enough".replaceAll(/\W/g, "-");

let counter = 0;

describe("sign-in by redirect", () => {
  let host: Host;
  let provider: OpenIdProvider;
  let issuer: Issuer;
  let gone: Issuer;
  beforeAll(async () => {
    provider = await startOpenIdProvider();
    issuer = await startIssuer();
    gone = await startIssuer();
    await gone.stop();
    const auth = {
      additional_redirect_urls: ["https://app.example/**"],
      enable_manual_linking: true,
      external: {
        keycloak: provider.settings,
        workos: { ...provider.settings, email_optional: true },
        gitlab: { enabled: true, client_id: CLIENT.id, secret: CLIENT.secret, url: issuer.url },
        zoom: { enabled: true, client_id: CLIENT.id, secret: CLIENT.secret, url: gone.url },
        kakao: { enabled: false, client_id: CLIENT.id },
      },
    };
    const env = { AUTH_CONFIRM: "always", LOG_LEVEL: "trace", SUPABASE_DIR: supabaseWith({ auth }) };
    host = await startHost({ env });
    provider.register(`${host.url}/auth/v1/callback`);
  });
  afterAll(async () => {
    await host.stop();
    await Promise.all([provider.stop(), issuer.stop()]);
  });

  /** A person whom the provider knows. */
  const person = (more: Partial<ProviderPerson> = {}) => {
    counter += 1;
    const one = {
      sub: `subject-${counter}`,
      email: `redirect.${counter}@example.com`,
      email_verified: true,
      name: "Ria Direct",
      ...more,
    };
    provider.people.set(one.sub, one);
    return one;
  };
  /** auth-js in a browser with its own storage. */
  const browser = (flowType: "pkce" | "implicit" = "pkce") => {
    const values = new Map<string, string>();
    return new GoTrueClient({
      url: `${host.url}/auth/v1`,
      headers: { apikey: host.publishableKey },
      flowType,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storageKey: `redirect-${Math.random()}`,
      storage: {
        getItem: (key) => values.get(key) ?? null,
        setItem: (key, value) => void values.set(key, value),
        removeItem: (key) => void values.delete(key),
      },
    });
  };
  const start = async (auth: GoTrueClient, hint: string) => {
    const { data, error } = await auth.signInWithOAuth({
      provider: "keycloak",
      options: { redirectTo: APP, skipBrowserRedirect: true, queryParams: { login_hint: hint } },
    });
    if (error) throw error;
    return data.url;
  };
  const signIn = async (hint: string, auth = browser()) => {
    const target = await browse(await start(auth, hint), APP);
    return auth.exchangeCodeForSession(target.searchParams.get("code") ?? "");
  };
  const raw = (path: string, init: RequestInit = {}) =>
    fetch(`${host.url}/auth/v1${path}`, { redirect: "manual", ...init });
  /** The redirect of a request and its values. */
  const locationOf = async (response: Response) => {
    const url = new URL(response.headers.get("location") ?? "", host.url);
    return { status: response.status, url, values: Object.fromEntries(url.searchParams) };
  };
  /** The state of a flow with the misbehaving provider. */
  const stateOf = async (query = "") => {
    const answer = await raw(`/authorize?provider=gitlab&redirect_to=${encodeURIComponent(APP)}${query}`);
    return (await locationOf(answer)).url.searchParams;
  };

  it("creates an account with the claims of the ID token and of UserInfo, and finds it again", async () => {
    const ria = person();
    const first = await signIn(ria.sub);
    expect(first.error).toBeNull();
    expect(first.data.user).toMatchObject({
      email: ria.email,
      app_metadata: { provider: "keycloak", providers: ["keycloak"] },
      user_metadata: { sub: ria.sub, email: ria.email, email_verified: true, name: "Ria Direct" },
      identities: [{ provider: "keycloak", id: ria.sub }],
    });
    const profile = await host.secret
      .from("profiles")
      .select("full_name")
      .eq("id", first.data.user?.id ?? "");
    expect(profile.data).toEqual([{ full_name: "Ria Direct" }]);
    const again = await signIn(ria.sub);
    expect(again.data.user?.id).toBe(first.data.user?.id);
    expect(
      (await host.secret.auth.admin.listUsers({ perPage: 1000 })).data.users.filter(
        ({ email }) => email === ria.email,
      ),
    ).toHaveLength(1);
  });

  // internal/api/external.go, GetExternalProviderRedirectURL and processInvite.
  it("accepts an invitation with the invited email only, and once", async () => {
    const invited = person();
    const { data } = await host.secret.auth.admin.generateLink({ type: "invite", email: invited.email });
    const token = data.properties?.hashed_token ?? "";
    const accept = async (hint: string) => {
      const query = new URLSearchParams({
        provider: "keycloak",
        redirect_to: APP,
        login_hint: hint,
        invite_token: token,
      });
      const target = await browse(`${host.url}/auth/v1/authorize?${query}`, APP);
      return Object.fromEntries(new URLSearchParams(target.hash.slice(1)));
    };
    expect(await accept(person().sub)).toMatchObject({
      error: "invalid_request",
      error_code: "validation_failed",
      error_description: "Invited email does not match emails from external provider",
    });
    expect(await accept(invited.sub)).toMatchObject({ access_token: expect.any(String) });
    const { data: found } = await host.secret.auth.admin.getUserById(data.user?.id ?? "");
    expect(found.user).toMatchObject({
      email: invited.email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: "keycloak", providers: ["keycloak"] },
      identities: [{ provider: "keycloak" }],
    });
    const used = await raw(`/authorize?provider=keycloak&invite_token=${token}`);
    expect([used.status, await used.json()]).toMatchObject([
      404,
      { error_code: "user_not_found", msg: "User identified by token not found" },
    ]);
  });

  it("creates an account without an email if the provider's email_optional is set", async () => {
    const nameless = person({ email: undefined as never, email_verified: undefined as never });
    const signInTo = async (name: string) => {
      const query = new URLSearchParams({ provider: name, redirect_to: APP, login_hint: nameless.sub });
      const target = await browse(`${host.url}/auth/v1/authorize?${query}`, APP);
      return Object.fromEntries(new URLSearchParams(target.hash.slice(1)));
    };
    expect(await signInTo("keycloak")).toMatchObject({
      error_description: "Error getting user email from external provider",
    });
    for (const _time of ["first", "second"]) {
      const { access_token = "" } = await signInTo("workos");
      const { data } = await host.visitor().auth.getUser(access_token);
      expect(data.user).toMatchObject({ email: "", app_metadata: { providers: ["workos"] } });
    }
  });

  it("returns the provider's tokens once, with the session, and stores and logs none", async () => {
    const auth = browser();
    const target = await browse(await start(auth, person().sub), APP);
    expect([...target.searchParams.keys()]).toEqual(["code"]);
    const { data } = await auth.exchangeCodeForSession(target.searchParams.get("code") ?? "");
    const token = data.session?.provider_token ?? "";
    expect(token).toHaveLength(43);
    expect((await auth.refreshSession()).data.session?.provider_token).toBeUndefined();
    expect(host.log()).not.toContain(token);
    expect(host.log()).not.toContain(CLIENT.secret);
  });

  it("asks the provider for an email with its own state, nonce and code challenge", async () => {
    const query = await stateOf(
      "&scopes=groups&login_hint=x&state=mine&redirect_uri=https%3A%2F%2Fevil.example&client_id=evil",
    );
    expect(Object.fromEntries(query)).toMatchObject({
      client_id: CLIENT.id,
      redirect_uri: `${host.url}/auth/v1/callback`,
      response_type: "code",
      scope: "openid email profile groups",
      code_challenge_method: "S256",
      login_hint: "x",
    });
    expect(query.get("state")).toMatch(/^[\da-f-]{36}$/);
    expect(query.get("nonce")).toHaveLength(43);
    expect(query.get("code_challenge")).toHaveLength(43);
  });

  it("links an account that has the same verified email", async () => {
    const member = await host.person("Already Here");
    const { data } = await signIn(person({ email: member.email }).sub);
    expect(data.user?.id).toBe(member.id);
    expect(data.user?.app_metadata.providers).toEqual(["email", "keycloak"]);
  });

  it("does not open an account by an email that the provider has not verified", async () => {
    const member = await host.person("Victim");
    const target = await browse(
      await start(browser(), person({ email: member.email, email_verified: false }).sub),
      APP,
    );
    expect(Object.fromEntries(target.searchParams)).toMatchObject({
      error: "access_denied",
      error_code: "provider_email_needs_verification",
    });
  });

  it("puts a refused consent into the redirect", async () => {
    const target = await browse(await start(browser(), REFUSES), APP);
    const values = { error: "access_denied", error_description: "The user did not consent" };
    expect(Object.fromEntries(target.searchParams)).toEqual(values);
    expect(Object.fromEntries(new URLSearchParams(target.hash.slice(1)))).toEqual({ ...values, sb: "" });
  });

  it("exchanges a code only once and only for its own browser's verifier", async () => {
    const owner = browser();
    const code = (await browse(await start(owner, person().sub), APP)).searchParams.get("code") ?? "";
    const stranger = await raw("/token?grant_type=pkce", {
      method: "POST",
      body: JSON.stringify({ auth_code: code, code_verifier: VERIFIER }),
    });
    expect([stranger.status, await stranger.json()]).toMatchObject([
      400,
      { error_code: "bad_code_verifier" },
    ]);
    expect((await owner.exchangeCodeForSession(code)).error).toBeNull();
    const second = await raw("/token?grant_type=pkce", {
      method: "POST",
      body: JSON.stringify({ auth_code: code, code_verifier: VERIFIER }),
    });
    expect([second.status, await second.json()]).toMatchObject([404, { error_code: "flow_state_not_found" }]);
  });

  it("accepts a state once", async () => {
    const callbacks: string[] = [];
    const auth = browser();
    const target = await browse(await start(auth, person().sub), `${host.url}/auth/v1/callback`);
    for (let turn = 0; turn < 2; turn += 1) {
      const { status, values } = await locationOf(await fetch(target, { redirect: "manual" }));
      callbacks.push(`${status} ${values.code ? "code" : values.error_code}`);
    }
    expect(callbacks).toEqual(["302 code", "303 flow_state_already_used"]);
    // A provider's refusal uses the state up too.
    const query = await stateOf();
    const refusal = `/callback?state=${query.get("state")}&error=access_denied`;
    expect((await locationOf(await raw(refusal))).values.error).toBe("access_denied");
    expect((await locationOf(await raw(refusal))).values.error_code).toBe("oauth_client_state_not_found");
  });

  it.each([
    ["without a state", "", "bad_oauth_callback"],
    ["with a malformed state", "state=x", "bad_oauth_state"],
    ["with an unknown state", "state=9f0c2f6e-5b6e-4c53-8a55-0d3f2b9c7a11", "bad_oauth_state"],
  ])("redirects a callback %s to SITE_URL with the error", async (_, query, code) => {
    const { status, url, values } = await locationOf(await raw(`/callback?${query}&code=x`));
    expect([status, url.origin, values.error, values.error_code]).toEqual([
      303,
      host.url,
      "invalid_request",
      code,
    ]);
  });

  it("redirects nowhere outside the allow list", async () => {
    const answer = await raw("/authorize?provider=gitlab&redirect_to=https%3A%2F%2Fevil.example%2F");
    const state = (await locationOf(answer)).url.searchParams.get("state");
    const { url } = await locationOf(await raw(`/callback?state=${state}&error=access_denied`));
    expect(url.origin).toBe(host.url);
  });

  it.each([
    ["another nonce", { nonce: "of another sign-in" }],
    ["no nonce", {}],
    ["another audience", { aud: "another.example" }],
    ["another issuer", { iss: "https://evil.example" }],
  ])("refuses an ID token with %s", async (_, claims) => {
    const query = await stateOf();
    const nonce = "aud" in claims || "iss" in claims ? { nonce: query.get("nonce") } : {};
    issuer.answerCodeWith({ sub: "x", email: "x@example.com", email_verified: true, ...nonce, ...claims });
    const { url, values } = await locationOf(
      await raw(`/callback?state=${query.get("state")}&code=abcdefgh`),
    );
    expect(url.origin + url.pathname).toBe(APP);
    expect(values).toMatchObject({
      error: "server_error",
      error_code: "unexpected_failure",
      error_description: "Unable to exchange external code: abcd",
    });
  });

  it("accepts Apple's form_post, and a token with the right nonce", async () => {
    const query = await stateOf();
    const claims = {
      sub: "form",
      email: "form@example.com",
      email_verified: true,
      nonce: query.get("nonce"),
    };
    issuer.answerCodeWith(claims);
    const body = new URLSearchParams({ state: query.get("state") ?? "", code: "abcdefgh" });
    const { values, url } = await locationOf(await raw("/callback", { method: "POST", body }));
    expect(values).toEqual({});
    expect(new URLSearchParams(url.hash.slice(1)).get("refresh_token")).toBeTruthy();
  });

  it.each([
    ["kakao", "Unsupported provider: provider is not enabled"],
    ["github", "Unsupported provider: provider is not enabled"],
    ["nobody", "Unsupported provider: Provider nobody could not be found"],
    ["zoom", "Unsupported provider: the provider cannot be reached"],
  ])("refuses the provider %s", async (name, msg) => {
    const response = await raw(`/authorize?provider=${name}`);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error_code: "validation_failed", msg },
    ]);
  });

  it("refuses parameters that are too long for a redirect, and shortens the error of a provider", async () => {
    const long = "é".repeat(3000);
    for (const name of ["scopes", "login_hint"]) {
      const response = await raw(`/authorize?provider=gitlab&${name}=${long}`);
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { error_code: "validation_failed", msg: "The parameters for the provider are too long" },
      ]);
    }
    const query = `state=${(await stateOf()).get("state")}&error=${long}&error_description=${long}`;
    const { status, values } = await locationOf(await raw(`/callback?${query}`));
    expect([status, values.error, values.error_description]).toEqual([302, "é".repeat(64), "é".repeat(255)]);
  });

  it("refuses half a code challenge, and HEAD", async () => {
    const response = await raw(`/authorize?provider=keycloak&code_challenge=${VERIFIER}`);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error_code: "validation_failed" },
    ]);
    expect((await raw("/authorize?provider=keycloak", { method: "HEAD" })).status).toBe(405);
  });

  describe("with the implicit flow", () => {
    it("puts the session and the provider's token into the fragment", async () => {
      const target = await browse(await start(browser("implicit"), person().sub), APP);
      expect(target.search).toBe("");
      const values = Object.fromEntries(new URLSearchParams(target.hash.slice(1)));
      expect(Object.keys(values).sort()).toEqual([
        "access_token",
        "expires_at",
        "expires_in",
        "provider_token",
        "refresh_token",
        "sb",
        "token_type",
      ]);
      const { error } = await browser("implicit").setSession(values as never);
      expect(error).toBeNull();
    });
  });

  describe("linking", () => {
    const link = async (api: Host["secret"], hint: string) => {
      const { data, error } = await api.auth.linkIdentity({
        provider: "keycloak",
        options: { redirectTo: APP, skipBrowserRedirect: true, queryParams: { login_hint: hint } },
      });
      if (error) throw error;
      const target = await browse(data.url, APP);
      return Object.fromEntries(new URLSearchParams(target.hash.slice(1)));
    };

    it("adds the identity to the signed-in account, and unlinking removes it", async () => {
      const member = await host.person("Linked Member");
      const ria = person();
      expect((await link(member.api, ria.sub)).error).toBeUndefined();
      const { data } = await member.api.auth.getUserIdentities();
      expect(data?.identities.map(({ provider: name }) => name).sort()).toEqual(["email", "keycloak"]);
      expect((await signIn(ria.sub)).data.user?.id).toBe(member.id);
      const linked = data?.identities.find(({ provider: name }) => name === "keycloak");
      expect((await member.api.auth.unlinkIdentity(linked as never)).error).toBeNull();
      expect((await signIn(ria.sub)).data.user?.id).not.toBe(member.id);
    });

    it("refuses an identity that is linked already", async () => {
      const ria = person();
      await signIn(ria.sub);
      const member = await host.person("Second Member");
      expect(await link(member.api, ria.sub)).toMatchObject({
        error: "server_error",
        error_code: "identity_already_exists",
        error_description: "Identity is already linked to another user",
      });
    });

    it("needs a session", async () => {
      expect((await raw("/user/identities/authorize?provider=keycloak")).status).toBe(401);
    });
  });
});
