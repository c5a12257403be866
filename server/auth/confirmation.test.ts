import { describe, expect, test } from "vitest";
import { codeIn, linkIn, PASSWORD, SITE, useAuthHost } from "./auth-host.fixture.ts";

const host = useAuthHost((deps) => {
  deps.confirm = "always";
  // One message after another: the wait between two is a test of its own.
  deps.config.auth.email.max_frequency = 0;
  deps.config.auth.sms.max_frequency = 0;
});

const ADA = "ada@club.test";

async function confirmedAda() {
  const { error } = await host()
    .admin()
    .admin.createUser({ email: ADA, password: PASSWORD, email_confirm: true });
  if (error) throw error;
  const client = host().client();
  await client.signInWithPassword({ email: ADA, password: PASSWORD });
  return client;
}

/** Follows a mail's link, as the browser does, to where it leads. */
async function follow(link: URL) {
  const response = await host().fetch(`${link.pathname}${link.search}`);
  const target = new URL(response.headers.get("location") ?? "");
  return {
    status: response.status,
    target,
    fragment: Object.fromEntries(new URLSearchParams(target.hash.slice(1))),
  };
}

describe("sign-up that is to be confirmed", () => {
  test("opens no session, and the password opens none before the link was followed", async () => {
    const client = host().client();
    const { data } = await client.signUp({ email: ADA, password: PASSWORD });
    expect(data).toMatchObject({ session: null, user: { email: ADA } });
    const early = await client.signInWithPassword({ email: ADA, password: PASSWORD });
    expect(early.error).toMatchObject({ code: "email_not_confirmed", message: "Email not confirmed" });

    const link = linkIn(await host().lastMessage(ADA));
    const { status, target, fragment } = await follow(link);
    expect([status, target.origin, fragment.type]).toEqual([303, SITE, "signup"]);
    expect((await client.getUser(fragment.access_token)).data.user?.email).toBe(ADA);
    expect((await client.signInWithPassword({ email: ADA, password: PASSWORD })).error).toBeNull();
    expect((await follow(link)).fragment).toMatchObject({
      error: "access_denied",
      error_code: "otp_expired",
    });
  });

  test("by phone is confirmed by the code of the text", async () => {
    const client = host().client();
    await client.signUp({ phone: "+23052512345", password: PASSWORD });
    expect((await client.signInWithPassword({ phone: "+23052512345", password: PASSWORD })).error?.code).toBe(
      "phone_not_confirmed",
    );
    const token = codeIn(await host().lastMessage("+23052512345"));
    const { data, error } = await client.verifyOtp({ phone: "+23052512345", token, type: "sms" });
    expect(error).toBeNull();
    expect(data.user?.phone_confirmed_at).toBeTruthy();
  });

  test("does not tell that an address has an account", async () => {
    await confirmedAda();
    const { data, error } = await host().client().signUp({ email: ADA, password: PASSWORD });
    expect(error).toBeNull();
    expect(data.user?.identities).toEqual([]);
    await expect(host().lastMessage(ADA)).rejects.toThrow("nothing was sent");
  });

  test("can be sent again; only the newest code counts", async () => {
    const client = host().client();
    await client.signUp({ email: ADA, password: PASSWORD });
    const first = linkIn(await host().lastMessage(ADA));
    expect((await client.resend({ type: "signup", email: ADA })).error).toBeNull();
    const second = linkIn(await host().lastMessage(ADA));
    expect((await follow(first)).fragment.error_code).toBe("otp_expired");
    expect((await follow(second)).fragment.access_token).toBeTruthy();
  });

  test("a second mail within the wait is refused, whether or not there is an account", async () => {
    host().deps.config.auth.email.max_frequency = 60;
    await confirmedAda();
    for (const email of [ADA, "nobody@club.test"]) {
      expect((await host().post("/auth/v1/recover", { email })).status).toBe(200);
      expect(await host().post("/auth/v1/recover", { email })).toMatchObject({
        status: 429,
        body: { error_code: "over_email_send_rate_limit" },
      });
    }
  });
});

describe("codes", () => {
  test("ten wrong ones lock the account's codes, the right one included", async () => {
    await host().client().signUp({ email: ADA, password: PASSWORD });
    const token = codeIn(await host().lastMessage(ADA));
    const wrong = token === "000000" ? "000001" : "000000";
    for (let attempt = 1; attempt <= 10; attempt++) {
      expect(
        await host().post("/auth/v1/verify", { email: ADA, token: wrong, type: "signup" }),
      ).toMatchObject({
        status: 403,
        body: { error_code: "otp_expired" },
      });
    }
    expect((await host().post("/auth/v1/verify", { email: ADA, token, type: "signup" })).status).toBe(429);
  });

  test("are good once, even when sent twice at once", async () => {
    await host().client().signUp({ email: ADA, password: PASSWORD });
    const token = codeIn(await host().lastMessage(ADA));
    const both = await Promise.all(
      [1, 2].map(() => host().post("/auth/v1/verify", { email: ADA, token, type: "signup" })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  test("are too old after the setting's time", async () => {
    await host().client().signUp({ email: ADA, password: PASSWORD });
    const message = await host().lastMessage(ADA);
    await host().database.query(
      "update auth.users set confirmation_sent_at = confirmation_sent_at - interval '86401 seconds'",
    );
    expect((await follow(linkIn(message))).fragment.error_code).toBe("otp_expired");
    const typed = await host().post("/auth/v1/verify", {
      email: ADA,
      token: codeIn(message),
      type: "signup",
    });
    expect(typed.status).toBe(403);
  });

  test("are stored only as hashes", async () => {
    await host().client().signUp({ email: ADA, password: PASSWORD });
    const message = await host().lastMessage(ADA);
    const stored = JSON.stringify([
      await host().database.query("select * from auth.users"),
      await host().database.query("select * from auth.one_time_tokens"),
    ]);
    expect(stored).not.toContain(linkIn(message).searchParams.get("token"));
    expect(stored).not.toContain(`"${codeIn(message)}"`);
  });

  test("sign in who has an account, and make one for who has none", async () => {
    const client = host().client();
    expect((await client.signInWithOtp({ email: "new@club.test" })).error).toBeNull();
    const token = codeIn(await host().lastMessage("new@club.test"));
    const { data, error } = await client.verifyOtp({ email: "new@club.test", token, type: "email" });
    expect([error, data.user?.email]).toEqual([null, "new@club.test"]);
    expect((await client.signInWithOtp({ email: "new@club.test" })).error).toBeNull();
    const again = codeIn(await host().lastMessage("new@club.test"));
    expect(
      (await client.verifyOtp({ email: "new@club.test", token: again, type: "email" })).error,
    ).toBeNull();
  });
});

describe("a forgotten password", () => {
  test("is replaced by way of the mailed link, which leads to the page that asked", async () => {
    await confirmedAda();
    const client = host().client();
    await client.resetPasswordForEmail(ADA, { redirectTo: `${SITE}/reset-password` });
    const { target, fragment } = await follow(linkIn(await host().lastMessage(ADA)));
    expect([target.pathname, fragment.type]).toEqual(["/reset-password", "recovery"]);
    await client.setSession({
      access_token: fragment.access_token ?? "",
      refresh_token: fragment.refresh_token ?? "",
    });
    expect((await client.updateUser({ password: PASSWORD })).error).toMatchObject({
      status: 422,
      code: "same_password",
    });
    expect((await client.updateUser({ password: "Extra time 2" })).error).toBeNull();
    expect((await host().client().signInWithPassword({ email: ADA, password: PASSWORD })).error?.code).toBe(
      "invalid_credentials",
    );
    expect(
      (await host().client().signInWithPassword({ email: ADA, password: "Extra time 2" })).error,
    ).toBeNull();
  });

  test("answers alike for an address without an account, which gets no mail", async () => {
    await confirmedAda();
    const known = await host().post("/auth/v1/recover", { email: ADA });
    const unknown = await host().post("/auth/v1/recover", { email: "nobody@club.test" });
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    await expect(host().lastMessage("nobody@club.test")).rejects.toThrow("nothing was sent");
  });

  test.each([
    "https://evil.test/reset-password",
    "http://club.test.evil.test/",
    "http://club.test@evil.test/",
    "//evil.test",
    "javascript:alert(1)",
    "http://club.test\\@evil.test/",
    "http://club.test:8080/",
  ])("never leads to %s", async (redirectTo) => {
    await confirmedAda();
    await host().post(`/auth/v1/recover?redirect_to=${encodeURIComponent(redirectTo)}`, { email: ADA });
    const link = linkIn(await host().lastMessage(ADA));
    expect(link.searchParams.get("redirect_to")).toBe(SITE);
    link.searchParams.set("redirect_to", redirectTo);
    expect((await follow(link)).target.origin).toBe(SITE);
  });

  test("with PKCE, the link's code is worthless without the browser that asked", async () => {
    await confirmedAda();
    const client = host().client("pkce");
    await client.resetPasswordForEmail(ADA, { redirectTo: `${SITE}/reset-password` });
    const { target } = await follow(linkIn(await host().lastMessage(ADA)));
    const code = target.searchParams.get("code") ?? "";
    expect(target.hash).toBe("");
    const thief = await host().post("/auth/v1/token?grant_type=pkce", {
      auth_code: code,
      code_verifier: "guess",
    });
    expect(thief).toMatchObject({ status: 400, body: { error_code: "bad_code_verifier" } });
    const { data, error } = await client.exchangeCodeForSession(code);
    expect([error, data.user?.email]).toEqual([null, ADA]);
    const again = await host().post("/auth/v1/token?grant_type=pkce", {
      auth_code: code,
      code_verifier: "guess",
    });
    expect(again).toMatchObject({ status: 404, body: { error_code: "flow_state_not_found" } });
  });
});

describe("a change of the account", () => {
  test("of the password ends every other session", async () => {
    const client = await confirmedAda();
    const other = host().client();
    await other.signInWithPassword({ email: ADA, password: PASSWORD });
    expect((await client.updateUser({ password: "Extra time 2" })).error).toBeNull();
    expect((await client.getUser()).data.user).not.toBeNull();
    expect((await other.getUser()).data.user).toBeNull();
  });

  test("of metadata merges key by key; null removes one", async () => {
    const client = await confirmedAda();
    await client.updateUser({ data: { full_name: "Ada", team: "Hull" } });
    const { data } = await client.updateUser({ data: { team: null } });
    expect(data.user?.user_metadata).toMatchObject({ full_name: "Ada" });
    expect(data.user?.user_metadata).not.toHaveProperty("team");
  });

  test("of the email needs both addresses", async () => {
    const client = await confirmedAda();
    const { data } = await client.updateUser({ email: "ada@new.test" });
    expect(data.user).toMatchObject({ email: ADA, new_email: "ada@new.test" });
    const atNew = linkIn(await host().lastMessage("ada@new.test"));
    const atOld = linkIn(await host().lastMessage(ADA));
    expect((await follow(atNew)).fragment.message).toContain("Please proceed to confirm link");
    expect((await client.getUser()).data.user?.email).toBe(ADA);
    expect((await follow(atOld)).fragment.access_token).toBeTruthy();
    expect((await client.getUser()).data.user?.email).toBe("ada@new.test");
  });

  test("of the phone needs the code sent to the new one", async () => {
    const client = await confirmedAda();
    await client.updateUser({ phone: "+23052512345" });
    expect((await client.getUser()).data.user?.phone).toBe("");
    const token = codeIn(await host().lastMessage("+23052512345"));
    const { error } = await client.verifyOtp({ phone: "+23052512345", token, type: "phone_change" });
    expect(error).toBeNull();
    expect((await client.getUser()).data.user?.phone).toBe("23052512345");
  });

  test("to an address of somebody else is refused", async () => {
    const client = await confirmedAda();
    await host()
      .admin()
      .admin.createUser({ email: "bob@club.test", phone: "+23052512345", password: PASSWORD });
    expect((await client.updateUser({ email: "bob@club.test" })).error?.code).toBe("email_exists");
    expect((await client.updateUser({ phone: "+23052512345" })).error?.code).toBe("phone_exists");
  });

  test("of an old session's password asks for the mailed nonce where the setting says so", async () => {
    host().deps.config.auth.email.secure_password_change = true;
    const client = await confirmedAda();
    await host().database.query("update auth.sessions set created_at = created_at - interval '25 hours'");
    expect((await client.updateUser({ password: "Extra time 2" })).error?.code).toBe(
      "reauthentication_needed",
    );
    expect((await client.reauthenticate()).error).toBeNull();
    const nonce = codeIn(await host().lastMessage(ADA));
    expect((await client.updateUser({ password: "Extra time 2", nonce: "nope" })).error?.code).toBe(
      "reauthentication_not_valid",
    );
    expect((await client.updateUser({ password: "Extra time 2", nonce })).error).toBeNull();
  });
});

describe("hooks", () => {
  async function hook(
    name: "before_user_created" | "password_verification_attempt" | "custom_access_token",
    body: string,
  ) {
    await host().database.script(
      `create or replace function public.test_hook(event jsonb) returns jsonb language plpgsql as $$ begin ${body} end $$;
       grant usage on schema public to supabase_auth_admin;
       grant execute on function public.test_hook(jsonb) to supabase_auth_admin;`,
    );
    host().deps.config.auth.hook = { [name]: { enabled: true, schema: "public", name: "test_hook" } };
  }

  test("before_user_created refuses a sign-up in its own words, and nothing is left behind", async () => {
    await hook(
      "before_user_created",
      `if event->'user'->'user_metadata'->>'full_name' = 'Bob' then
         return '{"error": {"http_code": 409, "message": "No more Bobs."}}'; end if; return '{}';`,
    );
    const refused = await host()
      .client()
      .signUp({ email: ADA, password: PASSWORD, options: { data: { full_name: "Bob" } } });
    expect(refused.error).toMatchObject({ status: 409, message: "No more Bobs." });
    expect(await host().database.query("select id from auth.users")).toEqual([]);
    expect((await host().client().signUp({ email: ADA, password: PASSWORD })).error).toBeNull();
  });

  test("password_verification_attempt can refuse a right password", async () => {
    await confirmedAda();
    await hook(
      "password_verification_attempt",
      `return jsonb_build_object('decision', 'reject', 'message', 'Locked: ' || (event->>'valid'));`,
    );
    const { error } = await host().client().signInWithPassword({ email: ADA, password: PASSWORD });
    expect(error).toMatchObject({ status: 400, message: "Locked: true" });
  });

  test("custom_access_token adds claims", async () => {
    await hook("custom_access_token", `return jsonb_set(event, '{claims,club}', '"Hull"');`);
    const client = await confirmedAda();
    const { data } = await client.getSession();
    expect(await host().deps.gateway.tokens.verify(data.session?.access_token ?? "")).toMatchObject({
      club: "Hull",
    });
  });
});
