/** The identities of an account: listing and unlinking them. */
import type { UserIdentity } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stopAfterwards, supabaseWith } from "../support/auth-host.ts";
import { type Api, type Host, startHost } from "../support/host.ts";

const PASSWORD = "Correct1Horse";
let counter = 0;

describe("identities", () => {
  let host: Host;
  beforeAll(async () => {
    const env = { SUPABASE_DIR: supabaseWith({ auth: { enable_manual_linking: true } }) };
    host = await startHost({ env });
  });
  afterAll(() => host.stop());

  /** A user with a confirmed email and a confirmed phone. */
  async function twice(): Promise<{ api: Api; email: string; phone: string }> {
    const email = `identities.${++counter}@example.com`;
    const phone = `2305${String(7_300_000 + counter)}`;
    const account = { email, phone, password: PASSWORD, email_confirm: true, phone_confirm: true };
    const made = await host.secret.auth.admin.createUser(account);
    if (made.error) throw made.error;
    const api = host.visitor();
    const { error } = await api.auth.signInWithPassword({ email, password: PASSWORD });
    if (error) throw error;
    return { api, email, phone };
  }
  async function identityOf(api: Api, provider: string): Promise<UserIdentity> {
    const { data } = await api.auth.getUserIdentities();
    const identity = data?.identities.find((one) => one.provider === provider);
    if (!identity) throw new Error(`there is no identity of ${provider}`);
    return identity;
  }

  it("are returned in GoTrue's format", async () => {
    const { api, email, phone } = await twice();
    const user = (await api.auth.getUser()).data.user;
    const { data } = await api.auth.getUserIdentities();
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    const common = {
      id: user?.id,
      user_id: user?.id,
      identity_id: expect.stringMatching(/^[\da-f-]{36}$/),
      created_at: time,
      updated_at: time,
      last_sign_in_at: time,
    };
    expect(data?.identities).toEqual([
      {
        ...common,
        provider: "email",
        email,
        identity_data: { sub: user?.id, email, email_verified: true, phone_verified: false },
      },
      {
        ...common,
        provider: "phone",
        identity_data: { sub: user?.id, phone, email_verified: false, phone_verified: true },
      },
    ]);
    expect((await host.secret.auth.admin.getUserById(user?.id ?? "")).data.user?.identities).toEqual(
      data?.identities,
    );
  });

  it("can be unlinked one by one, which removes their addresses", async () => {
    const { api, email, phone } = await twice();
    expect((await api.auth.unlinkIdentity(await identityOf(api, "phone"))).error).toBeNull();
    const { data } = await api.auth.getUser();
    expect(data.user).toMatchObject({
      email,
      phone: "",
      app_metadata: { provider: "email", providers: ["email"] },
      identities: [{ provider: "email" }],
    });
    const gone = await host.visitor().auth.signInWithPassword({ phone, password: PASSWORD });
    expect(gone.error?.code).toBe("invalid_credentials");
    expect((await host.visitor().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  it("keep the phone when the email identity is unlinked", async () => {
    const { api, email, phone } = await twice();
    expect((await api.auth.unlinkIdentity(await identityOf(api, "email"))).error).toBeNull();
    expect((await api.auth.getUser()).data.user).toMatchObject({ email: "", phone });
    expect((await host.visitor().auth.signInWithPassword({ phone, password: PASSWORD })).error).toBeNull();
    const gone = await host.visitor().auth.signInWithPassword({ email, password: PASSWORD });
    expect(gone.error?.code).toBe("invalid_credentials");
  });

  it("cannot be deleted if last, foreign or unknown", async () => {
    const { api } = await twice();
    const other = await twice();
    const remove = async (identity: UserIdentity) => {
      const { error } = await api.auth.unlinkIdentity(identity);
      return [error?.status, error?.code];
    };
    const mine = await identityOf(api, "email");
    const foreign = await identityOf(other.api, "email");
    expect(await remove(foreign)).toEqual([422, "identity_not_found"]);
    expect(await remove({ ...mine, identity_id: "1" })).toEqual([404, "validation_failed"]);
    expect(await remove(await identityOf(api, "phone"))).toEqual([undefined, undefined]);
    expect(await remove(mine)).toEqual([422, "single_identity_not_deletable"]);
    expect(await identityOf(other.api, "email")).toMatchObject({ identity_id: foreign.identity_id });
  });

  it("keep one of two that are deleted at the same time", async () => {
    const { api } = await twice();
    const both = [await identityOf(api, "email"), await identityOf(api, "phone")];
    const answers = await Promise.all(both.map((identity) => api.auth.unlinkIdentity(identity)));
    expect(answers.filter(({ error }) => error?.code === "single_identity_not_deletable")).toHaveLength(1);
    expect((await api.auth.getUserIdentities()).data?.identities).toHaveLength(1);
  });

  it("cannot be linked by redirect, which no provider here supports", async () => {
    const { api } = await twice();
    const { error } = await api.auth.linkIdentity({ provider: "google" });
    expect([error?.status, error?.code]).toEqual([400, "validation_failed"]);
  });

  it("return 401 without a session", async () => {
    const { api } = await twice();
    const { identity_id } = await identityOf(api, "email");
    const response = await fetch(`${host.url}/auth/v1/user/identities/${identity_id}`, {
      method: "DELETE",
      headers: { apikey: host.publishableKey },
    });
    expect(response.status).toBe(401);
  });
});

describe("identities", () => {
  it("cannot be unlinked while manual linking is disabled", async () => {
    const host = stopAfterwards(await startHost());
    const { api } = await host.person("Un Linked");
    const [identity] = (await api.auth.getUserIdentities()).data?.identities ?? [];
    if (!identity) throw new Error("the account has no identity");
    const { error } = await api.auth.unlinkIdentity(identity);
    expect([error?.status, error?.code]).toEqual([404, "manual_linking_disabled"]);
  });
});
