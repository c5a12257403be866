import { hash } from "@node-rs/argon2";
import { describe, expect, test } from "vitest";
import { ADA, linkIn, PASSWORD, useAuthHost } from "../../auth-host.fixture.ts";
import { createPasswords } from "../../passwords/password-hashes.ts";

const passwords = createPasswords("full");
const host = useAuthHost((deps) => {
  deps.confirm = "always";
  deps.passwords = passwords;
});
const admin = () => host().admin().admin;

async function made(email: string, more: object = {}) {
  const { data, error } = await admin().createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    ...more,
  });
  if (error) throw error;
  return data.user;
}
const signIn = (email: string, password = PASSWORD) =>
  host().client().signInWithPassword({ email, password });

describe("the list of users", () => {
  test("is paged, newest first, with its total and the link to the next page", async () => {
    for (const name of ["a", "b", "c", "d", "e"]) await made(`${name}@club.test`);
    const { data } = await admin().listUsers({ page: 2, perPage: 2 });
    expect(data.users.map(({ email }) => email)).toEqual(["c@club.test", "b@club.test"]);
    expect(data).toMatchObject({ total: 5, nextPage: 3, lastPage: 3, aud: "authenticated" });
    const beyond = await admin().listUsers({ page: 9, perPage: 2 });
    expect(beyond.data).toMatchObject({ users: [], total: 5 });
  });

  test("is filtered by a part of the email or name", async () => {
    await made("a@club.test", { user_metadata: { full_name: "Ada Lovelace" } });
    await made("b+2@club.test");
    const found = async (filter: string) => {
      const headers = { authorization: `Bearer ${host().deps.gateway.keys.secret_key}` };
      const response = await host().fetch(`/auth/v1/admin/users?filter=${encodeURIComponent(filter)}`, {
        headers,
      });
      const { users } = (await response.json()) as { users: { email: string }[] };
      return users.map(({ email }) => email);
    };
    expect(await found("LOVE")).toEqual(["a@club.test"]);
    expect(await found("+2")).toEqual(["b+2@club.test"]);
    expect(await found("' or true --")).toEqual([]);
  });

  test.each(["page=0", "page=-1", "per_page=0", "page=x", "per_page=1e9", "page=99999999999999999999"])(
    "refuses %s",
    async (query) => {
      const headers = { authorization: `Bearer ${host().deps.gateway.keys.secret_key}` };
      const response = await host().fetch(`/auth/v1/admin/users?${query}`, { headers });
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { error_code: "validation_failed" },
      ]);
    },
  );
});

describe("an account made by an admin", () => {
  // GoTrue merges the claims of the identity into user_metadata at sign-up only (internal/api/admin.go, invite.go).
  test.each([
    ["created", async () => made("a@club.test", { user_metadata: { team: "Arsenal" } })],
    [
      "invited",
      async () => (await admin().inviteUserByEmail("a@club.test", { data: { team: "Arsenal" } })).data.user,
    ],
    [
      "made by a link",
      async () => {
        const options = { data: { team: "Arsenal" } };
        const request = { type: "signup", email: "a@club.test", password: "Kick-off at 3", options } as const;
        return (await admin().generateLink(request)).data.user;
      },
    ],
  ])("has exactly the given user_metadata if it is %s", async (_, make) => {
    expect((await make())?.user_metadata).toEqual({ team: "Arsenal" });
  });

  test("has every given field", async () => {
    const user = await made("a@club.test", {
      phone: "+23052512345",
      phone_confirm: true,
      user_metadata: { full_name: "Ada" },
      app_metadata: { plan: "gold" },
      role: "authenticated",
    });
    expect(user).toMatchObject({
      phone: "23052512345",
      role: "authenticated",
      app_metadata: { plan: "gold", provider: "email", providers: ["email", "phone"] },
    });
    expect(user.user_metadata).toEqual({ full_name: "Ada" });
    expect(user.email_confirmed_at && user.phone_confirmed_at).toBeTruthy();
  });

  test("accepts an imported password hash and replaces it at the first sign-in", async () => {
    const bcrypt = "$2y$10$abcdefghijklmnopqrstuuBHF.FLdkhQ5crnMGwEOSUSOwlB4GnUq";
    await made("a@club.test", { password: undefined, password_hash: await hash("Half-time 45") });
    const bob = await made("bob@club.test", { password: undefined });
    expect((await signIn("bob@club.test", "Correct1Horse")).error?.code).toBe("invalid_credentials");
    expect((await admin().updateUserById(bob.id, { password_hash: bcrypt })).error).toBeNull();
    for (const [email, right] of [
      ["a@club.test", "Half-time 45"],
      ["bob@club.test", "Correct1Horse"],
    ] as const) {
      expect((await signIn(email, "Wrong1Horse")).error?.code).toBe("invalid_credentials");
      expect((await signIn(email, right)).error).toBeNull();
      expect((await signIn(email, right)).error).toBeNull();
      const kept = "select encrypted_password from auth.users where email = $1";
      const [stored] = await host().database.query<{ encrypted_password: string }>(kept, [email]);
      expect(stored?.encrypted_password).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
    }
  });

  test("refuses a malformed or expensive hash, and a hash together with a password", async () => {
    for (const [password, password_hash] of [
      ["", "$2a$10$abcdefghijklmnopqrstuv"],
      ["", "$2b$31$abcdefghijklmnopqrstuuBHF.FLdkhQ5crnMGwEOSUSOwlB4GnUq"],
      ["", "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=ou9t$C0sHCg9ek77hsg==$ZG9uZQ=="],
      ["", "$argon2id$v=19$m=999999999,t=999,p=1$c2FsdHNhbHQ$aGFzaA"],
      [PASSWORD, await hash(PASSWORD)],
    ] as const) {
      const { error } = await admin().createUser({ email: "b@club.test", password, password_hash });
      expect(error?.code).toBe("validation_failed");
    }
  });

  test("can be created banned and unbanned later", async () => {
    const user = await made("a@club.test", { ban_duration: "24h" });
    expect((await signIn("a@club.test")).error?.code).toBe("user_banned");
    await admin().updateUserById(user.id, { ban_duration: "none" });
    expect((await signIn("a@club.test")).error).toBeNull();
    expect((await admin().updateUserById(user.id, { ban_duration: "a while" })).error?.code).toBe(
      "validation_failed",
    );
  });

  test("keeps only its id after a soft delete, and frees the address", async () => {
    const ada = await host().ada();
    const { data } = await ada.getUser();
    const id = data.user?.id ?? "";
    expect((await admin().deleteUser(id, true)).error).toBeNull();
    expect((await admin().deleteUser(id, true)).error).toBeNull();
    expect((await ada.getUser()).data.user).toBeNull();
    expect((await signIn(ADA)).error?.code).toBe("invalid_credentials");
    const kept = (await admin().getUserById(id)).data.user;
    expect(kept?.deleted_at).toBeTruthy();
    expect(JSON.stringify(kept)).not.toContain(ADA);
    expect((await made(ADA)).id).not.toBe(id);
    expect((await admin().deleteUser(id)).error).toBeNull();
    expect((await admin().getUserById(id)).error?.code).toBe("user_not_found");
  });
});

describe("an invitation", () => {
  test("is sent by email, confirms the address and signs in", async () => {
    const { data, error } = await admin().inviteUserByEmail("a@club.test", {
      data: { full_name: "Ada" },
      redirectTo: "http://club.test/reset-password",
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: "a@club.test", user_metadata: { full_name: "Ada" } });
    expect(data.user?.invited_at).toBeTruthy();
    const { target, fragment } = await host().follow(linkIn(await host().lastMessage("a@club.test")));
    expect(target.pathname).toBe("/reset-password");
    const signedIn = await host().client().getUser(fragment.access_token);
    expect(signedIn.data.user?.email_confirmed_at).toBeTruthy();
    expect((await admin().inviteUserByEmail("a@club.test")).error?.code).toBe("email_exists");
  });
});

describe("a generated link", () => {
  const verify = (
    token_hash: string,
    type: "signup" | "invite" | "magiclink" | "recovery" | "email_change",
  ) => host().client().verifyOtp({ token_hash, type });

  test.each(["signup", "invite", "magiclink", "recovery"] as const)("of type %s signs in", async (type) => {
    const known = type === "recovery" || type === "magiclink";
    if (known) await made("a@club.test");
    const { data, error } = await admin().generateLink({ type, email: "a@club.test", password: PASSWORD });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: "a@club.test" });
    expect(data.properties).toMatchObject({ verification_type: type, redirect_to: "http://club.test" });
    expect(data.properties?.email_otp).toMatch(/^\d{6}$/);
    expect((await verify(data.properties?.hashed_token ?? "", type)).data.user?.email).toBe("a@club.test");
    expect((await host().follow(new URL(data.properties?.action_link ?? ""))).fragment.error_code).toBe(
      "otp_expired",
    );
  });

  test("of type magiclink creates a missing account", async () => {
    const { data } = await admin().generateLink({ type: "magiclink", email: "new@club.test" });
    expect(data.properties?.verification_type).toBe("signup");
    const { fragment } = await host().follow(new URL(data.properties?.action_link ?? ""));
    expect(fragment.access_token).toBeTruthy();
  });

  test("of an email change is needed for both addresses", async () => {
    const user = await made("a@club.test");
    const link = async (type: "email_change_current" | "email_change_new") => {
      const { data } = await admin().generateLink({ type, email: "a@club.test", newEmail: "n@club.test" });
      return data.properties?.hashed_token ?? "";
    };
    const [atNew, atCurrent] = [await link("email_change_new"), await link("email_change_current")];
    const half = await verify(atNew, "email_change");
    expect([half.error, half.data.session]).toEqual([null, null]);
    expect((await admin().getUserById(user.id)).data.user?.email).toBe("a@club.test");
    expect((await verify(atCurrent, "email_change")).error).toBeNull();
    expect((await admin().getUserById(user.id)).data.user?.email).toBe("n@club.test");
  });

  test("is refused for an unknown or taken address, a missing password and an unknown type", async () => {
    await made("a@club.test");
    const make = async (params: object) =>
      (await admin().generateLink(params as Parameters<ReturnType<typeof admin>["generateLink"]>[0])).error
        ?.code;
    expect(await make({ type: "recovery", email: "no@club.test" })).toBe("user_not_found");
    expect(await make({ type: "signup", email: "a@club.test", password: PASSWORD })).toBe("email_exists");
    expect(await make({ type: "signup", email: "no@club.test" })).toBe("validation_failed");
    expect(await make({ type: "signup", email: "no@club.test", password: "weak" })).toBe("weak_password");
    expect(await make({ type: "carrier", email: "no@club.test" })).toBe("validation_failed");
    const open = await admin().generateLink({
      type: "recovery",
      email: "a@club.test",
      options: { redirectTo: "https://elsewhere.test" },
    });
    expect(open.data.properties?.redirect_to).toBe("http://club.test");
  });
});

test("every admin endpoint refuses all callers but the secret key and service tokens", async () => {
  const ada = await host().ada();
  const token = (await ada.getSession()).data.session?.access_token ?? "";
  const id = (await ada.getUser()).data.user?.id ?? "";
  const calls = [
    ["GET", "/admin/users"],
    ["POST", "/admin/users"],
    ["GET", `/admin/users/${id}`],
    ["PUT", `/admin/users/${id}`],
    ["DELETE", `/admin/users/${id}`],
    ["GET", `/admin/users/${id}/factors`],
    ["PUT", `/admin/users/${id}/factors/${id}`],
    ["DELETE", `/admin/users/${id}/factors/${id}`],
    ["POST", "/invite"],
    ["POST", "/admin/generate_link"],
  ] as const;
  const { publishable_key } = host().deps.gateway.keys;
  for (const [method, path] of calls) {
    const ask = async (headers: Record<string, string>) =>
      (await host().fetch(`/auth/v1${path}`, { method, headers })).status;
    expect(await ask({}), `${method} ${path}`).toBe(401);
    expect(await ask({ authorization: `Bearer ${publishable_key}` }), `${method} ${path}`).toBe(403);
    expect(await ask({ authorization: `Bearer ${token}` }), `${method} ${path}`).toBe(403);
  }
  const service = await host().deps.gateway.tokens.sign({
    role: "service_role",
    exp: Date.now() / 1000 + 60,
  });
  const listed = await host().fetch("/auth/v1/admin/users", {
    headers: { authorization: `Bearer ${service}` },
  });
  expect(listed.status).toBe(200);
});
