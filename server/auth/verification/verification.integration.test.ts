import { describe, expect, test } from "vitest";
import { ADA, codeIn, linkIn, PASSWORD, SITE, useAuthHost } from "../auth-host.fixture.ts";

const host = useAuthHost((deps) => {
  deps.confirm = "always";
  // One message after another: the wait between two is a test of its own.
  deps.config.auth.email.max_frequency = 0;
  deps.config.auth.sms.max_frequency = 0;
});

describe("sign-up that is to be confirmed", () => {
  test("opens no session, and the password opens none before the link was followed", async () => {
    const client = host().client();
    const { data } = await client.signUp({ email: ADA, password: PASSWORD });
    expect(data).toMatchObject({ session: null, user: { email: ADA } });
    const early = await client.signInWithPassword({ email: ADA, password: PASSWORD });
    expect(early.error).toMatchObject({ code: "email_not_confirmed", message: "Email not confirmed" });

    const link = linkIn(await host().lastMessage(ADA));
    const { status, target, fragment } = await host().follow(link);
    expect([status, target.origin, fragment.type]).toEqual([303, SITE, "signup"]);
    expect((await client.getUser(fragment.access_token)).data.user?.email).toBe(ADA);
    expect((await client.signInWithPassword({ email: ADA, password: PASSWORD })).error).toBeNull();
    expect((await host().follow(link)).fragment).toMatchObject({
      error: "access_denied",
      error_code: "otp_expired",
    });
  });

  test("is not confirmed by a program that asks for the link's head alone", async () => {
    await host().client().signUp({ email: ADA, password: PASSWORD });
    const link = linkIn(await host().lastMessage(ADA));
    const { status, headers } = await host().fetch(link.pathname + link.search, { method: "HEAD" });
    expect([status, headers.get("allow")]).toEqual([405, "GET, POST"]);
    expect((await host().follow(link)).fragment.access_token).toBeTruthy();
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
    await host().ada();
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
    expect((await host().follow(first)).fragment.error_code).toBe("otp_expired");
    expect((await host().follow(second)).fragment.access_token).toBeTruthy();
  });

  test("a second mail within the wait is refused, whether or not there is an account", async () => {
    host().deps.config.auth.email.max_frequency = 60;
    await host().ada();
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
    expect((await host().follow(linkIn(message))).fragment.error_code).toBe("otp_expired");
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
    const repeated = await client.verifyOtp({ email: "new@club.test", token: again, type: "email" });
    expect(repeated.error?.code).toBe("otp_expired");
  });
});

describe("a forgotten password", () => {
  test("is replaced by way of the mailed link, which leads to the page that asked", async () => {
    await host().ada();
    const client = host().client();
    await client.resetPasswordForEmail(ADA, { redirectTo: `${SITE}/reset-password` });
    const { target, fragment } = await host().follow(linkIn(await host().lastMessage(ADA)));
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
    await host().ada();
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
    await host().ada();
    await host().post(`/auth/v1/recover?redirect_to=${encodeURIComponent(redirectTo)}`, { email: ADA });
    const link = linkIn(await host().lastMessage(ADA));
    expect(link.searchParams.get("redirect_to")).toBe(SITE);
    link.searchParams.set("redirect_to", redirectTo);
    expect((await host().follow(link)).target.origin).toBe(SITE);
  });

  test("with PKCE, the link's code is worthless without the browser that asked", async () => {
    await host().ada();
    const client = host().client("pkce");
    await client.resetPasswordForEmail(ADA, { redirectTo: `${SITE}/reset-password` });
    const { target } = await host().follow(linkIn(await host().lastMessage(ADA)));
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
