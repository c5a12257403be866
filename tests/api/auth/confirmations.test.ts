/** Changes that need a confirmation, codes and links, with email and SMS read from the outbox. */
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { REALTIME } from "../../realtime-options.ts";
import { codeIn, follow, messageTo, supabaseWith } from "../support/auth-host.ts";
import { type Host, startHost } from "../support/host.ts";

const PASSWORD = "Correct1Horse";
let counter = 0;
const newEmail = () => `changing.${++counter}@example.com`;
const newPhone = () => `+2305${String(8_000_000 + ++counter)}`;

describe("with confirmations", () => {
  let host: Host;
  beforeAll(async () => {
    const auth = {
      email: { max_frequency: "30s", secure_password_change: true },
      sms: { max_frequency: "30s" },
    };
    host = await startHost({ env: { AUTH_CONFIRM: "always", SUPABASE_DIR: supabaseWith({ auth }) } });
  });
  afterAll(() => host.stop());

  it("an email changes only after both addresses confirmed it", async () => {
    const { api, email } = await host.person("Both Sides");
    const next = newEmail();
    const { data } = await api.auth.updateUser({ email: next });
    expect(data.user).toMatchObject({ email, new_email: next });
    expect((await follow(await messageTo(host, next))).message).toContain("Please proceed");
    expect((await follow(await messageTo(host, next))).error_code).toBe("otp_expired");
    expect((await api.auth.getUser()).data.user?.email).toBe(email);
    const token = codeIn(await messageTo(host, email));
    const done = await host.visitor().auth.verifyOtp({ type: "email_change", email, token });
    expect(done.error).toBeNull();
    expect((await api.auth.getUser()).data.user?.email).toBe(next);
  });

  it("a phone number changes with the code sent to the new number", async () => {
    const { api } = await host.person("Pho Ne");
    const phone = newPhone();
    expect((await api.auth.updateUser({ phone })).data.user).toMatchObject({ new_phone: phone.slice(1) });
    const token = codeIn(await messageTo(host, phone));
    const wrong = token === "000000" ? "000001" : "000000";
    const refused = await host.visitor().auth.verifyOtp({ type: "phone_change", phone, token: wrong });
    expect(refused.error?.code).toBe("otp_expired");
    expect((await host.visitor().auth.verifyOtp({ type: "phone_change", phone, token })).error).toBeNull();
    expect((await api.auth.getUser()).data.user?.phone).toBe(phone.slice(1));
  });

  it("neither changes to another account's address or to an invalid one", async () => {
    const { api } = await host.person("Ta Ken");
    const other = await host.person("Was First");
    expect((await api.auth.updateUser({ email: other.email })).error?.code).toBe("email_exists");
    expect((await api.auth.updateUser({ email: "no address" })).error?.code).toBe("validation_failed");
    expect((await api.auth.updateUser({ phone: "0" })).error?.code).toBe("validation_failed");
  });

  it("a signed-in user receives a nonce for a new password by email, with a wait between two", async () => {
    const { api, email } = await host.person("Non Ce");
    expect((await api.auth.reauthenticate()).error).toBeNull();
    const nonce = codeIn(await messageTo(host, email));
    const soon = await api.auth.reauthenticate();
    expect([soon.error?.status, soon.error?.code]).toEqual([429, "over_email_send_rate_limit"]);
    expect((await api.auth.updateUser({ password: "Another1Horse", nonce })).error).toBeNull();
    expect((await host.visitor().auth.reauthenticate()).error).not.toBeNull();
  });

  it("a sign-up needs its email link; resending waits max_frequency, also for unknown accounts", async () => {
    const email = newEmail();
    const { data, error } = await host.visitor().auth.signUp({ email, password: PASSWORD });
    expect([error, data.session]).toEqual([null, null]);
    const early = await host.visitor().auth.signInWithPassword({ email, password: PASSWORD });
    expect(early.error?.code).toBe("email_not_confirmed");
    const again = await host.visitor().auth.resend({ type: "signup", email });
    expect([again.error?.status, again.error?.code]).toEqual([429, "over_email_send_rate_limit"]);
    expect(again.error?.message).toMatch(/after \d+ seconds/);
    const unknown = newEmail();
    expect((await host.visitor().auth.resend({ type: "signup", email: unknown })).error).toBeNull();
    expect((await host.visitor().auth.resend({ type: "signup", email: unknown })).error?.status).toBe(429);
    expect((await follow(await messageTo(host, email))).access_token).toBeTruthy();
    expect((await host.visitor().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  it("a sign-up by phone needs its code", async () => {
    const phone = newPhone();
    expect((await host.visitor().auth.signUp({ phone, password: PASSWORD })).data.session).toBeNull();
    const again = await host.visitor().auth.resend({ type: "sms", phone });
    expect(again.error?.code).toBe("over_sms_send_rate_limit");
    const token = codeIn(await messageTo(host, phone));
    expect((await host.visitor().auth.verifyOtp({ type: "sms", phone, token })).data.session).not.toBeNull();
    expect((await host.visitor().auth.verifyOtp({ type: "sms", phone, token })).error?.code).toBe(
      "otp_expired",
    );
  });

  it("a code signs in by email and SMS, and creates an account only if allowed", async () => {
    const { email } = await host.person("Co De");
    expect((await host.visitor().auth.signInWithOtp({ email })).error).toBeNull();
    const token = codeIn(await messageTo(host, email));
    const byMail = await host.visitor().auth.verifyOtp({ type: "email", email, token });
    expect(byMail.data.user?.email).toBe(email);
    const phone = newPhone();
    await host.visitor().auth.signInWithOtp({ phone });
    const text = codeIn(await messageTo(host, phone));
    expect(
      (await host.visitor().auth.verifyOtp({ type: "sms", phone, token: text })).data.session,
    ).not.toBeNull();
    const options = { shouldCreateUser: false };
    const nobody = await host.visitor().auth.signInWithOtp({ email: newEmail(), options });
    expect(nobody.error?.code).toBe("otp_disabled");
  });

  it.each(["s256", "plain"])(
    "a recovery link works only in the browser that requested it (PKCE, %s)",
    async (method) => {
      const { email } = await host.person("Pro Of");
      // RFC 7636, appendix B.
      const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
      const digest = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
      const post = (path: string, body: object) =>
        fetch(`${host.url}/auth/v1/${path}`, {
          method: "POST",
          headers: { apikey: host.publishableKey },
          body: JSON.stringify(body),
        });
      const code_challenge = method === "plain" ? verifier : digest;
      await post("recover", { email, code_challenge, code_challenge_method: method });
      const { code, access_token } = await follow(await messageTo(host, email));
      expect([access_token, code?.length]).toEqual([undefined, 36]);
      const exchange = (code_verifier: string) =>
        post("token?grant_type=pkce", { auth_code: code, code_verifier });
      expect((await exchange("x".repeat(64))).status).toBe(400);
      expect((await exchange(verifier)).status).toBe(200);
      expect((await exchange(verifier)).status).toBe(404);
    },
  );

  it("the official client recovers a password by PKCE and by a plain link", async () => {
    const { email } = await host.person("For Got");
    const stored = new Map<string, string>();
    const browser = createClient(host.url, host.publishableKey, {
      realtime: REALTIME,
      auth: {
        flowType: "pkce",
        autoRefreshToken: false,
        storage: {
          getItem: (key) => stored.get(key) ?? null,
          setItem: (key, value) => void stored.set(key, value),
          removeItem: (key) => void stored.delete(key),
        },
      },
    });
    expect((await browser.auth.resetPasswordForEmail(email)).error).toBeNull();
    const { code } = await follow(await messageTo(host, email));
    expect((await browser.auth.exchangeCodeForSession(code ?? "")).data.session?.user.email).toBe(email);
    expect((await browser.auth.updateUser({ password: "Another1Horse" })).error).toBeNull();
    const other = await host.person("For Got Too");
    expect((await host.visitor().auth.resetPasswordForEmail(other.email)).error).toBeNull();
    expect((await follow(await messageTo(host, other.email))).type).toBe("recovery");
    const unknown = await host.visitor().auth.resetPasswordForEmail(newEmail());
    expect(unknown.error).toBeNull();
  });

  it("lists its settings, and refuses unsupported grant types", async () => {
    const get = async (path: string) =>
      (await fetch(`${host.url}/auth/v1/${path}`, { headers: { apikey: host.publishableKey } })).json();
    expect(await get("settings")).toMatchObject({
      external: { email: true, phone: true, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: false,
      phone_autoconfirm: false,
    });
    expect(await get("health")).toMatchObject({ name: "GoTrue" });
    const other = await host.visitor().auth.signInWithIdToken({ provider: "google", token: "a.b.c" });
    expect([other.error?.status, other.error?.code]).toEqual([400, "provider_disabled"]);
    const nobody = await host.visitor().auth.signInAnonymously();
    expect(nobody.error?.code).toBe("anonymous_provider_disabled");
  });

  it("refuses unsupported features with GoTrue's messages", async () => {
    const { api } = await host.person("Un Offered");
    const { data } = await api.auth.getUserIdentities();
    expect(data?.identities).toMatchObject([{ provider: "email", identity_data: { email_verified: true } }]);
    const [identity] = data?.identities ?? [];
    if (!identity) throw new Error("the account has no identity");
    const answers = [
      await api.auth.unlinkIdentity(identity),
      await api.auth.linkIdentity({ provider: "google" }),
      await api.auth.signInWithSSO({ domain: "club.example" }),
      await host.visitor().auth.signInWithOtp({ phone: newPhone(), options: { channel: "whatsapp" } }),
    ];
    expect(answers.map(({ error }) => [error?.status, error?.code])).toEqual([
      [404, "manual_linking_disabled"],
      [404, "manual_linking_disabled"],
      [404, "saml_provider_disabled"],
      [400, "validation_failed"],
    ]);
    const provider = await host.visitor().auth.signInWithOAuth({ provider: "google" });
    const answer = await fetch(provider.data.url ?? "");
    expect([answer.status, await answer.json()]).toEqual([
      400,
      {
        code: 400,
        error_code: "validation_failed",
        msg: "Unsupported provider: provider is not enabled",
      },
    ]);
  });

  it("a code is verified with its address, a token hash without one, and never both together", async () => {
    const { email, api } = await host.person("Mix Ed");
    const token = (await api.auth.getSession()).data.session?.access_token ?? "";
    const post = async (path: string, body: object, method = "POST") => {
      const headers = { apikey: host.publishableKey, authorization: `Bearer ${token}` };
      const init = { method, headers, body: JSON.stringify(body) };
      const response = await fetch(`${host.url}/auth/v1/${path}`, init);
      return [response.status, ((await response.json()) as { error_code?: string }).error_code];
    };
    for (const body of [
      { type: "email", token: "123456", token_hash: "ab", email },
      { type: "email", token_hash: "ab", email },
      { type: "email", email },
      { type: "email", token: "123456" },
      { token: "123456", email },
      { type: "sms", token: "123456", email },
    ])
      expect(await post("verify", body), JSON.stringify(body)).toEqual([400, "validation_failed"]);
    expect(await post("user", { app_metadata: { role: "admin" } }, "PUT")).toEqual([403, "not_admin"]);
  });

  it("refuses invalid bodies and types, and never answers 500", async () => {
    const statuses = [];
    for (const path of [
      "signup",
      "otp",
      "recover",
      "resend",
      "verify",
      "token?grant_type=password",
      "token",
    ]) {
      for (const body of [
        "{",
        "[]",
        '{"email":{"$gt":""}}',
        `{"email":"${"a".repeat(70_000)}"}`,
        '{"phone":"\\u0000"}',
      ]) {
        const response = await fetch(`${host.url}/auth/v1/${path}`, {
          method: "POST",
          headers: { apikey: host.publishableKey, "content-type": "application/json" },
          body,
        });
        statuses.push(response.status);
      }
    }
    expect(statuses.filter((status) => status < 400 || status >= 500)).toEqual([]);
  });
});
