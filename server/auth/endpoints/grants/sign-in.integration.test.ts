import { describe, expect, test } from "vitest";
import { PASSWORD, SITE, useAuthHost } from "../../auth-host.fixture.ts";

const host = useAuthHost();

async function signUp(email = "ada@club.test", data = {}) {
  const client = host().client();
  const { data: answer, error } = await client.signUp({ email, password: PASSWORD, options: { data } });
  if (error) throw error;
  return { client, answer };
}

describe("sign-up without a mail server", () => {
  test("opens a session immediately and stores the given metadata", async () => {
    const { answer } = await signUp("Ada@Club.Test ", { full_name: "Ada" });
    expect(answer.user).toMatchObject({
      email: "ada@club.test",
      user_metadata: { full_name: "Ada", email_verified: true },
    });
    expect(answer.user?.identities).toHaveLength(1);
    const claims = await host().deps.gateway.tokens.verify(answer.session?.access_token ?? "");
    expect(claims).toMatchObject({
      iss: `${SITE}/auth/v1`,
      sub: answer.user?.id,
      aud: "authenticated",
      role: "authenticated",
      aal: "aal1",
      amr: [{ method: "password" }],
    });
  });

  test("accepts a phone number and stores it without its plus", async () => {
    const { data, error } = await host().client().signUp({ phone: "+230 5251 2345", password: PASSWORD });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ phone: "23052512345", email: "" });
    const signedIn = await host().client().signInWithPassword({ phone: "+23052512345", password: PASSWORD });
    expect(signedIn.error).toBeNull();
  });

  test("refuses a taken address", async () => {
    await signUp();
    const { error } = await host().client().signUp({ email: "ADA@club.test", password: PASSWORD });
    expect(error).toMatchObject({
      status: 422,
      code: "user_already_exists",
      message: "User already registered",
    });
  });

  test("creates one account when two requests arrive at once", async () => {
    const both = await Promise.all(
      [1, 2].map(() => host().client().signUp({ email: "twin@club.test", password: PASSWORD })),
    );
    expect(both.map(({ error }) => error?.code ?? "ok").sort()).toEqual(["ok", "user_already_exists"]);
  });

  test("explains why a password is too weak", async () => {
    const { error } = await host().client().signUp({ email: "ada@club.test", password: "short" });
    expect(error).toMatchObject({
      name: "AuthWeakPasswordError",
      status: 422,
      reasons: ["length", "characters"],
    });
  });

  test.each([
    ["an email that is none", { email: "ada", password: PASSWORD }, 400, "validation_failed"],
    ["a phone that is none", { phone: "12", password: PASSWORD }, 400, "validation_failed"],
    [
      "both at once",
      { email: "a@club.test", phone: "+23052512345", password: PASSWORD },
      400,
      "validation_failed",
    ],
    ["nothing at all", {}, 422, "anonymous_provider_disabled"],
    ["no password", { email: "a@club.test" }, 400, "validation_failed"],
    [
      "a password longer than is hashed",
      { email: "a@club.test", password: `Aa1${"x".repeat(70)}` },
      400,
      "validation_failed",
    ],
  ])("refuses %s", async (_, body, status, code) => {
    expect(await host().post("/auth/v1/signup", body)).toMatchObject({
      status,
      body: { error_code: code, code: status },
    });
  });

  test("refuses a body that is not JSON", async () => {
    const response = await host().fetch("/auth/v1/signup", { method: "POST", body: "{" });
    expect([response.status, await response.json()]).toMatchObject([400, { error_code: "bad_json" }]);
  });
});

describe("sign-in by password", () => {
  test("refuses disabled providers, and does not recover their passwords", async () => {
    await signUp();
    host().deps.config.auth.email.enabled = false;
    host().deps.config.auth.sms.enabled = false;
    const signIn = (by: object) =>
      host().post("/auth/v1/token?grant_type=password", { ...by, password: PASSWORD });
    expect(await signIn({ email: "ada@club.test" })).toMatchObject({
      status: 422,
      body: { error_code: "email_provider_disabled", msg: "Email logins are disabled" },
    });
    expect(await signIn({ phone: "+23052512345" })).toMatchObject({
      status: 422,
      body: { error_code: "phone_provider_disabled" },
    });
    expect(await host().post("/auth/v1/recover", { email: "ada@club.test" })).toMatchObject({
      status: 400,
      body: { error_code: "email_provider_disabled" },
    });
  });

  test("gives the same response for a wrong password and an unknown account", async () => {
    await signUp();
    const wrong = await host().post("/auth/v1/token?grant_type=password", {
      email: "ada@club.test",
      password: "x",
    });
    const unknown = await host().post("/auth/v1/token?grant_type=password", {
      email: "bob@club.test",
      password: "x",
    });
    expect(wrong).toMatchObject({
      status: 400,
      body: { error_code: "invalid_credentials", msg: "Invalid login credentials" },
    });
    expect(unknown.body).toEqual(wrong.body);
  });

  test("locks the account for that IP address for fifteen minutes after five failures, and says how long", async () => {
    await signUp();
    const wrong = { email: "ada@club.test", password: "wrong" };
    for (let attempt = 1; attempt <= 5; attempt++) {
      expect((await host().post("/auth/v1/token?grant_type=password", wrong)).status).toBe(400);
    }
    const { error } = await host()
      .client()
      .signInWithPassword({ email: "ada@club.test", password: PASSWORD });
    expect(error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
    expect(error?.message).toBe("Too many attempts. Try again in 15 minutes.");
    const raw = await host().post("/auth/v1/token?grant_type=password", wrong);
    expect(Number(raw.headers.get("retry-after"))).toBeGreaterThan(800);
    const elsewhere = { email: "ada@club.test", password: PASSWORD };
    expect(
      (await host().post("/auth/v1/token?grant_type=password", elsewhere, undefined, "192.0.2.9")).status,
    ).toBe(200);
  });

  test("counts concurrent guesses", async () => {
    await signUp();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        host().post("/auth/v1/token?grant_type=password", { email: "ada@club.test", password: `guess ${n}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
  });

  test("ignores a forwarded address that the client invented", async () => {
    for (let attempt = 1; attempt <= 6; attempt++) {
      const response = await host().fetch("/auth/v1/token?grant_type=password", {
        method: "POST",
        headers: { "x-forwarded-for": `198.51.100.${attempt}` },
        body: JSON.stringify({ email: "ada@club.test", password: "wrong" }),
      });
      expect(response.status).toBe(attempt <= 5 ? 400 : 429);
    }
  });

  test("resets the failures after a correct password", async () => {
    await signUp();
    for (const password of ["a", "b", "c", "d", PASSWORD, "a", "b", "c", "d", PASSWORD]) {
      const { status } = await host().post("/auth/v1/token?grant_type=password", {
        email: "ada@club.test",
        password,
      });
      expect(status).toBe(password === PASSWORD ? 200 : 400);
    }
  });

  test("errors follow the API version that the client asks for", async () => {
    const response = await host().fetch("/auth/v1/token?grant_type=password", {
      method: "POST",
      headers: { "x-supabase-api-version": "2024-01-01" },
      body: JSON.stringify({ email: "ada@club.test", password: "wrong" }),
    });
    expect(response.headers.get("x-supabase-api-version")).toBe("2024-01-01");
    expect(await response.json()).toEqual({
      code: "invalid_credentials",
      message: "Invalid login credentials",
    });
  });
});

test("an unknown path gets an error in the API's form", async () => {
  const response = await host().fetch("/auth/v1/nowhere", { method: "POST" });
  expect([response.status, await response.json()]).toMatchObject([
    404,
    { code: 404, msg: "requested path is invalid" },
  ]);
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
});

test("settings, health and the public keys need no credentials", async () => {
  const read = async (path: string) => (await host().fetch(`/auth/v1/${path}`)).json();
  expect(await read("settings")).toMatchObject({
    external: { email: true, phone: true },
    mailer_autoconfirm: true,
  });
  expect(await read("health")).toMatchObject({ name: "GoTrue" });
  const { keys } = await read(".well-known/jwks.json");
  expect(keys).toMatchObject([{ kty: "EC", alg: "ES256", use: "sig" }]);
  expect(keys[0]).not.toHaveProperty("d");
});

test("the official client verifies a token with the public keys only", async () => {
  const { client } = await signUp();
  const { data, error } = await client.getClaims();
  expect([error, data?.claims.email]).toEqual([null, "ada@club.test"]);
});

describe("accounts made by an admin", () => {
  test("are confirmed, listed, read and deleted with the secret key", async () => {
    const { data, error } = await host()
      .admin()
      .admin.createUser({
        email: "ada@club.test",
        phone: "+23052512345",
        password: PASSWORD,
        email_confirm: true,
        phone_confirm: true,
        user_metadata: { full_name: "Ada" },
      });
    expect(error).toBeNull();
    for (const credentials of [{ email: "ada@club.test" }, { phone: "+23052512345" }]) {
      const signedIn = await host()
        .client()
        .signInWithPassword({ ...credentials, password: PASSWORD });
      expect(signedIn.error).toBeNull();
    }
    const id = data.user?.id ?? "";
    const list = await host().admin().admin.listUsers({ page: 1, perPage: 10 });
    expect(list.data).toMatchObject({ users: [{ id }], total: 1 });
    expect((await host().admin().admin.getUserById(id)).data.user?.user_metadata).toMatchObject({
      full_name: "Ada",
    });
    expect((await host().admin().admin.deleteUser(id)).error).toBeNull();
    expect((await host().admin().admin.getUserById(id)).error).toMatchObject({
      status: 404,
      code: "user_not_found",
    });
  });

  test("change address, password and metadata immediately, and a ban blocks every sign-in", async () => {
    const { client, answer } = await signUp("ada@club.test", { team: "Hull" });
    const id = answer.user?.id ?? "";
    const change = (attributes: object) => host().admin().admin.updateUserById(id, attributes);
    const changed = await change({ email: "new@club.test", user_metadata: { team: null, full_name: "Ada" } });
    expect(changed.data.user).toMatchObject({ email: "new@club.test", user_metadata: { full_name: "Ada" } });
    expect(changed.data.user?.user_metadata).not.toHaveProperty("team");
    await change({ ban_duration: "24h" });
    const enter = () => host().client().signInWithPassword({ email: "new@club.test", password: PASSWORD });
    expect((await enter()).error).toMatchObject({ status: 400, code: "user_banned" });
    expect((await client.refreshSession()).error?.code).toBe("user_banned");
    await change({ ban_duration: "none" });
    expect((await enter()).error).toBeNull();
    await change({ password: "Extra time 2" });
    expect((await enter()).error?.code).toBe("invalid_credentials");
    expect((await change({ ban_duration: "long" })).error).toMatchObject({
      status: 400,
      code: "validation_failed",
    });
  });

  test("cannot be created by other callers", async () => {
    const { answer } = await signUp();
    const body = { email: "bob@club.test", password: PASSWORD };
    expect((await host().post("/auth/v1/admin/users", body)).status).toBe(401);
    expect(await host().post("/auth/v1/admin/users", body, answer.session?.access_token)).toMatchObject({
      status: 403,
      body: { error_code: "not_admin" },
    });
    const publishable = await host().client().admin.createUser(body);
    expect(publishable.error).toMatchObject({ status: 403, code: "not_admin" });
  });
});
