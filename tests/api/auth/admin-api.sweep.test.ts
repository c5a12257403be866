/** /auth/v1/admin, /invite and admin sign-out through the official client with the secret key. */
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { follow, messageTo } from "../support/auth-host.ts";
import { type Host, startHost } from "../support/host.ts";

const PASSWORD = "Correct1Horse";
/** Hashes of this password with a low cost. */
const ARGON2 =
  "$argon2id$v=19$m=8192,t=2,p=1$KLPk5PaV/GodHPwIhaZg/w$OAbCDJDEkGZPmTsBkO6IH8luzy1NKK+argvWzQKn+DI";
let counter = 0;
const newEmail = () => `admin.made.${++counter}@example.com`;

describe("the admin API", () => {
  let host: Host;
  beforeAll(async () => {
    host = await startHost();
  });
  afterAll(() => host.stop());
  const admin = () => host.secret.auth.admin;
  const signIn = (email: string) => host.visitor().auth.signInWithPassword({ email, password: PASSWORD });
  async function made(more: object = {}) {
    const email = newEmail();
    const { data, error } = await admin().createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
      ...more,
    });
    if (error) throw error;
    return { ...data.user, email };
  }

  it("lists users in pages with a total, and reads one user", async () => {
    const users = [await made(), await made(), await made()];
    const { data } = await admin().listUsers({ page: 1, perPage: 2 });
    expect(data.users.map(({ email }) => email)).toEqual([users[2]?.email, users[1]?.email]);
    expect(data).toMatchObject({ nextPage: 2, aud: "authenticated" });
    expect("total" in data && data.total).toBeGreaterThanOrEqual(3);
    expect((await admin().getUserById(users[0]?.id ?? "")).data.user?.email).toBe(users[0]?.email);
    const nobody = await admin().getUserById("00000000-0000-4000-8000-000000000000");
    expect([nobody.error?.status, nobody.error?.code]).toEqual([404, "user_not_found"]);
    const response = await fetch(`${host.url}/auth/v1/admin/users?page=0&per_page=-1`, {
      headers: { apikey: host.secretKey, authorization: `Bearer ${host.secretKey}` },
    });
    expect(response.status).toBe(400);
  });

  it("creates and updates users with every field", async () => {
    const phone = "+23052512345";
    const user = await made({ phone, phone_confirm: true, app_metadata: { plan: "gold" } });
    expect(user).toMatchObject({ phone: phone.slice(1), app_metadata: { plan: "gold", provider: "email" } });
    const email = newEmail();
    const { data } = await admin().updateUserById(user.id, {
      email,
      user_metadata: { full_name: "New Name" },
    });
    expect(data.user).toMatchObject({ email, user_metadata: { full_name: "New Name" } });
    expect((await admin().createUser({ email, password: PASSWORD })).error?.code).toBe("email_exists");
    expect((await admin().createUser({ password: PASSWORD })).error?.code).toBe("validation_failed");
    expect((await admin().createUser({ email: newEmail(), password: "weak" })).error?.code).toBe(
      "weak_password",
    );
  });

  it("imports passwords as bcrypt or argon2 hashes", async () => {
    const hashes = {
      bcrypt: "$2a$10$abcdefghijklmnopqrstuuBHF.FLdkhQ5crnMGwEOSUSOwlB4GnUq",
      argon2: ARGON2,
    };
    for (const password_hash of Object.values(hashes)) {
      const { email, id } = await made({ password: undefined, password_hash });
      expect(
        (await host.visitor().auth.signInWithPassword({ email, password: "Wrong1Horse" })).error?.code,
      ).toBe("invalid_credentials");
      for (let turn = 1; turn <= 2; turn++) expect((await signIn(email)).error).toBeNull();
      expect((await admin().updateUserById(id, { password: "Another1Horse" })).error).toBeNull();
      expect((await signIn(email)).error?.code).toBe("invalid_credentials");
      expect((await admin().updateUserById(id, { password_hash })).error).toBeNull();
      expect((await signIn(email)).error).toBeNull();
    }
    const scrypt = "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=ou9t$C0sHCg9ek77hsg==$ZG9uZQ==";
    for (const password_hash of [scrypt, "plain", `$2b$31$${"a".repeat(53)}`]) {
      const { error } = await admin().createUser({ email: newEmail(), password_hash });
      expect([error?.status, error?.code]).toEqual([400, "validation_failed"]);
    }
  });

  it("keeps the confirmation state of a changed address", async () => {
    const unconfirmed = await made({ email_confirm: false });
    const email = newEmail();
    const { data } = await admin().updateUserById(unconfirmed.id, { email });
    expect([data.user?.email, data.user?.email_confirmed_at]).toEqual([email, undefined]);
    expect((await signIn(email)).error?.code).toBe("email_not_confirmed");
    const confirmed = await admin().updateUserById(unconfirmed.id, {
      email: newEmail(),
      email_confirm: true,
    });
    expect(confirmed.data.user?.email_confirmed_at).toBeTruthy();
    const other = await made();
    const taken = await admin().updateUserById(unconfirmed.id, { email: other.email });
    expect([taken.error?.status, taken.error?.code]).toEqual([422, "email_exists"]);
  });

  it("bans and unbans users, and a ban ends the session", async () => {
    const person = await host.person("Ban Ned");
    await admin().updateUserById(person.id, { ban_duration: "24h" });
    const { error: refusal } = await person.api.auth.getUser();
    expect([refusal?.status, refusal?.code]).toEqual([403, "user_banned"]);
    expect((await person.api.auth.refreshSession()).error?.code).toBe("user_banned");
    await admin().updateUserById(person.id, { ban_duration: "none" });
    expect((await host.visitor().auth.signInWithPassword(person)).error).toBeNull();
    expect((await admin().updateUserById(person.id, { ban_duration: "soon" })).error?.code).toBe(
      "validation_failed",
    );
  });

  it("soft-deletes a user: ends sessions, removes personal data, frees the address and keeps the id", async () => {
    const person = await host.person("Soft Ly");
    expect((await admin().deleteUser(person.id, true)).error).toBeNull();
    expect((await person.api.auth.getUser()).data.user).toBeNull();
    expect((await signIn(person.email)).error?.code).toBe("invalid_credentials");
    const deleted = (await admin().getUserById(person.id)).data.user;
    expect(deleted?.deleted_at).toBeTruthy();
    expect(JSON.stringify(deleted)).not.toContain(person.email);
    expect((await admin().createUser({ email: person.email, password: PASSWORD })).error).toBeNull();
  });

  it("keeps what happened to an account in the audit log, by its id", async () => {
    const person = await host.person("Aud Ited");
    await person.api.auth.signOut();
    await admin().deleteUser(person.id);
    const client = new Client(host.databaseUrl);
    await client.connect();
    const { rows } = await client.query(
      `select array_agg(payload ->> 'action' order by created_at) as actions, array_agg(distinct ip_address) as addresses
         from auth.audit_log_entries where payload ->> 'actor_id' = $1`,
      [person.id],
    );
    await client.end();
    expect(rows).toEqual([
      { actions: ["user_signedup", "login", "logout", "user_deleted"], addresses: ["127.0.0.1"] },
    ]);
  });

  it("signs a user out by their token", async () => {
    const person = await host.person("Out Signed");
    const token = (await person.api.auth.getSession()).data.session?.access_token ?? "";
    expect((await admin().signOut(token, "global")).error).toBeNull();
    expect((await person.api.rpc("renew_calendar_token")).error?.code).toBe("SL012");
    expect((await person.api.auth.getUser()).data.user).toBeNull();
  });

  it("revokes admin access when the session ends, although the access token is still valid", async () => {
    const olga = await host.admin("Olga Out");
    const token = (await olga.api.auth.getSession()).data.session?.access_token ?? "";
    expect((await olga.api.rpc("admin_overview")).error).toBeNull();
    expect((await admin().signOut(token, "global")).error).toBeNull();
    expect((await olga.api.rpc("admin_overview")).error?.code).toBe("SL003");
    expect((await olga.api.from("teams").insert({ name: "Late" })).error?.code).toBe("SL003");
    expect((await admin().signOut("not.a.token", "global")).error?.status).toBe(403);
  });

  it("invites new users by email with a link that signs in, and refuses existing users", async () => {
    const email = newEmail();
    const { data, error } = await admin().inviteUserByEmail(email, { data: { full_name: "In Vited" } });
    expect(error).toBeNull();
    expect(data.user?.invited_at).toBeTruthy();
    const { access_token } = await follow(await messageTo(host, email));
    expect((await host.visitor().auth.getUser(access_token)).data.user?.email).toBe(email);
    expect((await admin().inviteUserByEmail(email)).error?.code).toBe("email_exists");
    expect((await admin().inviteUserByEmail("no address")).error?.code).toBe("validation_failed");
  });

  it.each(["signup", "invite", "magiclink", "recovery"] as const)(
    "generates a link of type %s",
    async (type) => {
      const email = type === "recovery" ? (await made()).email : newEmail();
      const { data, error } = await admin().generateLink({ type, email, password: PASSWORD });
      expect(error).toBeNull();
      expect(data.properties?.email_otp).toMatch(/^\d{6}$/);
      const { verification_type: kind, hashed_token: token_hash } = data.properties ?? {};
      const verified = await host
        .visitor()
        .auth.verifyOtp({ type: kind as typeof type, token_hash: token_hash ?? "" });
      expect(verified.data.session?.user.email).toBe(email);
      const again = await fetch(data.properties?.action_link ?? "", { redirect: "manual" });
      expect(again.headers.get("location")).toContain("error_code=otp_expired");
    },
  );

  it("generates links for an email change, and refuses foreign redirect URLs and unknown users", async () => {
    const { email, id } = await made();
    const newOne = newEmail();
    const hashes: string[] = [];
    for (const type of ["email_change_new", "email_change_current"] as const) {
      const { data } = await admin().generateLink({ type, email, newEmail: newOne });
      hashes.push(data.properties?.hashed_token ?? "");
    }
    for (const token_hash of hashes) {
      expect((await admin().getUserById(id)).data.user?.email).toBe(email);
      await host.visitor().auth.verifyOtp({ type: "email_change", token_hash });
    }
    expect((await admin().getUserById(id)).data.user?.email).toBe(newOne);
    const elsewhere = { redirectTo: "https://elsewhere.example" };
    const open = await admin().generateLink({ type: "recovery", email: newOne, options: elsewhere });
    expect(open.data.properties?.redirect_to).not.toContain("elsewhere");
    const nobody = await admin().generateLink({ type: "recovery", email: newEmail() });
    expect(nobody.error?.code).toBe("user_not_found");
  });

  it("refuses visitors, players and club admins", async () => {
    const { id, api } = await host.admin("Club Admin");
    const token = (await api.auth.getSession()).data.session?.access_token ?? "";
    const calls = [
      ["GET", "admin/users"],
      ["POST", "admin/users"],
      ["GET", `admin/users/${id}`],
      ["PUT", `admin/users/${id}`],
      ["DELETE", `admin/users/${id}`],
      ["GET", `admin/users/${id}/factors`],
      ["DELETE", `admin/users/${id}/factors/${id}`],
      ["POST", "invite"],
      ["POST", "admin/generate_link"],
    ] as const;
    for (const [method, path] of calls) {
      for (const bearer of [token, host.publishableKey]) {
        const { status } = await fetch(`${host.url}/auth/v1/${path}`, {
          method,
          headers: { apikey: host.publishableKey, authorization: `Bearer ${bearer}` },
        });
        expect(status, `${method} ${path}`).toBe(403);
      }
    }
  });
});
