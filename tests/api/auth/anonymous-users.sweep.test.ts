/** Anonymous accounts: what they may do, and how they become permanent. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeIn, messageTo, stopAfterwards, supabaseWith } from "../support/auth-host.ts";
import { type Api, type Host, startHost } from "../support/host.ts";

const PASSWORD = "Correct1Horse";
let counter = 0;
const newEmail = () => `anonymous.${++counter}@example.com`;

describe("an anonymous account", () => {
  let host: Host;
  beforeAll(async () => {
    const auth = { enable_anonymous_sign_ins: true, email: { max_frequency: "1ms" } };
    host = await startHost({ env: { AUTH_CONFIRM: "always", SUPABASE_DIR: supabaseWith({ auth }) } });
  });
  afterAll(() => host.stop());

  async function visitor(): Promise<Api> {
    const api = host.visitor();
    const { error } = await api.auth.signInAnonymously();
    if (error) throw error;
    return api;
  }

  it("signs in without an address, identity or provider, and its token says so", async () => {
    const api = host.visitor();
    const { data } = await api.auth.signInAnonymously({ options: { data: { favourite: "Leeds" } } });
    expect(data.user).toMatchObject({
      is_anonymous: true,
      email: "",
      phone: "",
      role: "authenticated",
      app_metadata: {},
      user_metadata: { favourite: "Leeds" },
      identities: [],
    });
    const { claims } = (await api.auth.getClaims()).data ?? {};
    expect(claims).toMatchObject({ is_anonymous: true, aal: "aal1", amr: [{ method: "anonymous" }] });
    expect((await api.auth.refreshSession()).data.user?.is_anonymous).toBe(true);
  });

  it("gets what a new member gets: a profile without a name, and no role", async () => {
    const member = await host.person("Long Standing");
    const api = await visitor();
    const id = (await api.auth.getUser()).data.user?.id ?? "";
    const { data } = await api.from("profiles").select("id, full_name, phone_number");
    expect(data).toEqual([{ id, full_name: null, phone_number: null }]);
    expect((await api.rpc("has_role", { _user_id: id, _role: "admin" })).data).toBe(false);
    const renamed = await api.from("profiles").update({ full_name: "X" }).eq("id", member.id).select();
    expect(renamed.data).toEqual([]);
  });

  it("cannot enrol a second factor or set a password without an address", async () => {
    const api = await visitor();
    const enrolled = await api.auth.mfa.enroll({ factorType: "totp" });
    expect([enrolled.error?.status, enrolled.error?.code]).toEqual([403, "no_authorization"]);
    const changed = await api.auth.updateUser({ password: PASSWORD });
    expect([changed.error?.status, changed.error?.code]).toEqual([422, "validation_failed"]);
  });

  it("becomes permanent with a confirmed email", async () => {
    const api = await visitor();
    const before = (await api.auth.getUser()).data.user;
    const email = newEmail();
    const requested = await api.auth.updateUser({ email, password: PASSWORD });
    expect(requested.data.user).toMatchObject({ is_anonymous: true, new_email: email, email: "" });
    expect(
      (await host.visitor().auth.signInWithPassword({ email, password: PASSWORD })).error,
    ).not.toBeNull();
    const token = codeIn(await messageTo(host, email));
    expect((await api.auth.verifyOtp({ type: "email_change", email, token })).error).toBeNull();
    const { data } = await host.visitor().auth.signInWithPassword({ email, password: PASSWORD });
    expect(data.user).toMatchObject({
      id: before?.id,
      is_anonymous: false,
      app_metadata: { provider: "email", providers: ["email"] },
      identities: [{ provider: "email", identity_data: { email, email_verified: true } }],
    });
  });

  it("becomes permanent with a phone number", async () => {
    const api = await visitor();
    const phone = `+2305${String(7_100_000 + ++counter)}`;
    await api.auth.updateUser({ phone });
    const token = codeIn(await messageTo(host, phone));
    const { data } = await api.auth.verifyOtp({ type: "phone_change", phone, token });
    expect(data.user).toMatchObject({
      is_anonymous: false,
      phone: phone.slice(1),
      app_metadata: { provider: "phone", providers: ["phone"] },
    });
  });

  it("cannot take an address of another account", async () => {
    const { email } = await host.person("Was First");
    const { error } = await (await visitor()).auth.updateUser({ email, password: PASSWORD });
    expect([error?.status, error?.code]).toEqual([422, "email_exists"]);
  });
});

describe("anonymous sign-in", () => {
  it("is refused unless the settings switch it on", async () => {
    const host = stopAfterwards(await startHost());
    const { error } = await host.visitor().auth.signInAnonymously();
    expect([error?.status, error?.code]).toEqual([422, "anonymous_provider_disabled"]);
  });

  it("has a separate limit per address and hour, and accepts an email at once if confirmation is off", async () => {
    const auth = {
      enable_anonymous_sign_ins: true,
      rate_limit: { anonymous_users: 2 },
      email: { enable_confirmations: false },
    };
    const host = stopAfterwards(await startHost({ env: { SUPABASE_DIR: supabaseWith({ auth }) } }));
    const [first, second, third] = [host.visitor(), host.visitor(), host.visitor()];
    expect((await first.auth.signInAnonymously()).error).toBeNull();
    expect((await second.auth.signInAnonymously()).error).toBeNull();
    const { error } = await third.auth.signInAnonymously();
    expect([error?.status, error?.code]).toEqual([429, "over_request_rate_limit"]);
    const email = newEmail();
    const { data } = await first.auth.updateUser({ email, password: PASSWORD });
    expect(data.user).toMatchObject({ email, is_anonymous: false });
    expect((await third.auth.signUp({ email: newEmail(), password: PASSWORD })).error).toBeNull();
  });

  it("is refused if sign-up is disabled", async () => {
    const auth = { enable_anonymous_sign_ins: true, enable_signup: false };
    const host = stopAfterwards(await startHost({ env: { SUPABASE_DIR: supabaseWith({ auth }) } }));
    expect((await host.visitor().auth.signInAnonymously()).error?.code).toBe("signup_disabled");
  });
});
