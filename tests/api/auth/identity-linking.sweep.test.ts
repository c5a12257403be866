/** The account that an ID token signs in to: its own, one with the same email, or the one that is signed in. */
import type { JWTPayload } from "jose";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeIn, follow, messageTo, supabaseWith } from "../support/auth-host.ts";
import { type Api, type Host, startHost } from "../support/host.ts";
import { CLIENT_ID, type Issuer, startIssuer } from "../support/identity-provider.ts";

const PASSWORD = "Correct1Horse";
let counter = 0;
const newPerson = () => ({
  sub: `linked-${++counter}`,
  email: `linked.${counter}@example.com`,
  email_verified: true,
});

describe("an ID token", () => {
  let host: Host;
  let issuer: Issuer;
  beforeAll(async () => {
    issuer = await startIssuer();
    const auth = {
      enable_manual_linking: true,
      enable_anonymous_sign_ins: true,
      email: { max_frequency: "0s" },
      external: { google: { enabled: true, client_id: CLIENT_ID, url: issuer.url } },
    };
    host = await startHost({ env: { AUTH_CONFIRM: "always", SUPABASE_DIR: supabaseWith({ auth }) } });
  });
  afterAll(async () => {
    await host.stop();
    await issuer.stop();
  });

  const signIn = async (claims: JWTPayload) =>
    host.visitor().auth.signInWithIdToken({ provider: "google", token: await issuer.token(claims) });
  const refusal = async (claims: JWTPayload) => {
    const { error } = await signIn(claims);
    return [error?.status, error?.code, error?.message];
  };

  it("signs in to the account with the same confirmed email and becomes one of its identities", async () => {
    const { id, email, password, api } = await host.person("Lin Ked");
    const { data } = await signIn({ ...newPerson(), email: email.toUpperCase() });
    expect(data.user).toMatchObject({
      id,
      email,
      app_metadata: { provider: "email", providers: ["email", "google"] },
      identities: [{ provider: "email" }, { provider: "google" }],
    });
    expect((await host.visitor().auth.signInWithPassword({ email, password })).error).toBeNull();
    const identity = (await api.auth.getUserIdentities()).data?.identities.find(
      (one) => one.provider === "email",
    );
    if (!identity) throw new Error("the account has no identity of its email");
    expect((await api.auth.unlinkIdentity(identity)).error).toBeNull();
    expect((await api.auth.getUser()).data.user).toMatchObject({
      email,
      app_metadata: { providers: ["google"] },
    });
  });

  it("locks out an earlier account that never confirmed the same email", async () => {
    const person = newPerson();
    const squatter = host.visitor();
    await squatter.auth.signUp({
      email: person.email,
      password: PASSWORD,
      options: { data: { full_name: "Squatter" } },
    });
    const letter = codeIn(await messageTo(host, person.email));
    const { data } = await signIn(person);
    expect(data.user).toMatchObject({ email: person.email, identities: [{ provider: "google" }] });
    expect(data.user?.user_metadata.full_name).toBeUndefined();
    const entry = await squatter.auth.signInWithPassword({ email: person.email, password: PASSWORD });
    expect(entry.error?.code).toBe("invalid_credentials");
    const stale = await squatter.auth.verifyOtp({ type: "signup", email: person.email, token: letter });
    expect(stale.error?.code).toBe("otp_expired");
  });

  it("with an unverified email needs a confirmation and never links to an existing account", async () => {
    const { email } = await host.person("Not Yours");
    const sub = `subject-${++counter}`;
    const message = "Unverified email with google. Verify the email with google in order to sign in";
    const claims = { sub, email, email_verified: false };
    expect(await refusal(claims)).toEqual([422, "provider_email_needs_verification", message]);
    expect(await refusal(claims)).toEqual([422, "provider_email_needs_verification", message]);
    const person = { ...newPerson(), email_verified: false };
    expect((await refusal(person))[1]).toBe("provider_email_needs_verification");
    const token = codeIn(await messageTo(host, person.email));
    const confirmed = await host.visitor().auth.verifyOtp({ type: "signup", email: person.email, token });
    expect(confirmed.data.user?.email).toBe(person.email);
    expect((await signIn(person)).data.user?.id).toBe(confirmed.data.user?.id);
  });

  it.each<[string, (api: Api, email: string) => Promise<{ error: Error | null }>]>([
    ["signs up with it", (api, email) => api.auth.signUp({ email, password: PASSWORD })],
    ["asks for a link", (api, email) => api.auth.signInWithOtp({ email })],
    ["asks for a new password", (api, email) => api.auth.resetPasswordForEmail(email)],
  ])("gives the claimer of an email no access after its owner %s", async (_, ask) => {
    const claim = { ...newPerson(), email_verified: false };
    expect((await refusal(claim))[1]).toBe("provider_email_needs_verification");
    const owner = host.visitor();
    expect((await ask(owner, claim.email)).error).toBeNull();
    const { access_token } = await follow(await messageTo(host, claim.email));
    expect((await refusal(claim))[1]).toBe("provider_email_needs_verification");
    const { data } = await owner.auth.getUser(access_token);
    expect(data.user).toMatchObject({
      email: claim.email,
      app_metadata: { provider: "email", providers: ["email"] },
      identities: [{ provider: "email" }],
    });
  });

  it("can be linked manually to the signed-in account once", async () => {
    const owner = await host.person("Own Er");
    const other = await host.person("Oth Er");
    const person = { ...newPerson(), email_verified: false };
    const token = await issuer.token(person);
    const linked = await owner.api.auth.linkIdentity({ provider: "google", token });
    expect(linked.error).toBeNull();
    expect((await owner.api.auth.getUser()).data.user).toMatchObject({
      email: owner.email,
      app_metadata: { providers: ["email", "google"] },
    });
    expect((await signIn(person)).data.user?.id).toBe(owner.id);
    for (const { api } of [owner, other]) {
      const { error } = await api.auth.linkIdentity({ provider: "google", token });
      expect([error?.status, error?.code]).toEqual([422, "identity_already_exists"]);
    }
    const honest = await signIn({ ...newPerson(), email: person.email });
    expect(honest.data.user?.id).not.toBe(owner.id);
  });

  it("makes an anonymous account permanent", async () => {
    const api = host.visitor();
    const { data } = await api.auth.signInAnonymously();
    const person = newPerson();
    const linked = await api.auth.linkIdentity({ provider: "google", token: await issuer.token(person) });
    expect(linked.error).toBeNull();
    expect((await api.auth.getUser()).data.user).toMatchObject({
      id: data.user?.id,
      is_anonymous: false,
      email: person.email,
      app_metadata: { provider: "google", providers: ["google"] },
    });
  });

  it("with an unverified email adds no email to the linked account", async () => {
    const api = host.visitor();
    const { data } = await api.auth.signInAnonymously();
    const person = { ...newPerson(), email_verified: false };
    const { error } = await api.auth.linkIdentity({ provider: "google", token: await issuer.token(person) });
    expect(error).toBeNull();
    expect((await api.auth.getUser()).data.user).toMatchObject({ is_anonymous: false, email: "" });
    expect((await signIn(person)).data.user?.id).toBe(data.user?.id);
  });

  it("does not sign in a banned user", async () => {
    const person = newPerson();
    const { data } = await signIn(person);
    await host.secret.auth.admin.updateUserById(data.user?.id ?? "", { ban_duration: "24h" });
    expect((await refusal(person)).slice(0, 2)).toEqual([403, "user_banned"]);
  });

  it("creates one account when it is sent several times at once", async () => {
    const person = newPerson();
    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(person)));
    expect(answers.map(({ error }) => error)).toEqual([null, null, null, null]);
    expect(new Set(answers.map(({ data }) => data.user?.id)).size).toBe(1);
  });

  it("locks the account before the identity, as every other writer does, so that no deadlock occurs", async () => {
    const person = newPerson();
    const { data } = await signIn(person);
    const writer = new pg.Client(host.databaseUrl);
    await writer.connect();
    await writer.query("begin");
    await writer.query("select 1 from auth.users where id = $1 for update", [data.user?.id]);
    const answer = signIn(person);
    await untilWaiting(writer);
    const again =
      "insert into auth.identities (provider, provider_id, user_id, identity_data) values ($1, $2, $3, '{}')";
    await expect(writer.query(again, ["google", person.sub, data.user?.id])).rejects.toMatchObject({
      code: "23505",
    });
    await writer.end();
    expect((await answer).error).toBeNull();
  });

  /** Resolves when a query of another connection waits for a lock that `client` holds. */
  async function untilWaiting(client: pg.Client): Promise<void> {
    const waiting =
      "select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))";
    await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1);
  }
});
