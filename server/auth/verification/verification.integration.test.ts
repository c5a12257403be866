import { describe, expect, test } from "vitest";
import { ADA, codeIn, linkIn, PASSWORD, SITE, useAuthHost } from "../auth-host.fixture.ts";

const host = useAuthHost((deps) => {
  deps.confirm = "always";
  // No wait between messages; rate-limits.sweep.integration.test.ts tests the wait.
  deps.config.auth.email.max_frequency = 0;
  deps.config.auth.sms.max_frequency = 0;
});

describe("a sign-up that needs confirmation", () => {
  test("opens no session, and the password opens none before the link is followed", async () => {
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

  test("is not confirmed by a HEAD request of the link", async () => {
    await host().client().signUp({ email: ADA, password: PASSWORD });
    const link = linkIn(await host().lastMessage(ADA));
    const { status, headers } = await host().fetch(link.pathname + link.search, { method: "HEAD" });
    expect([status, headers.get("allow")]).toEqual([405, "GET, POST"]);
    expect((await host().follow(link)).fragment.access_token).toBeTruthy();
  });

  test("by phone is confirmed by the code of the SMS", async () => {
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

  test("does not reveal that an address has an account", async () => {
    await host().ada();
    const { data, error } = await host().client().signUp({ email: ADA, password: PASSWORD });
    expect(error).toBeNull();
    expect(data.user?.identities).toEqual([]);
    await expect(host().lastMessage(ADA)).rejects.toThrow("nothing was sent");
  });

  test("can be sent again; only the newest code works", async () => {
    const client = host().client();
    await client.signUp({ email: ADA, password: PASSWORD });
    const first = linkIn(await host().lastMessage(ADA));
    expect((await client.resend({ type: "signup", email: ADA })).error).toBeNull();
    const second = linkIn(await host().lastMessage(ADA));
    expect((await host().follow(first)).fragment.error_code).toBe("otp_expired");
    expect((await host().follow(second)).fragment.access_token).toBeTruthy();
  });

  test("refuses a second email within the wait, whether or not there is an account", async () => {
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
  test("ten wrong codes lock the account's codes, including the correct one", async () => {
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

  test("work once, even when sent twice at once", async () => {
    await host().client().signUp({ email: ADA, password: PASSWORD });
    const token = codeIn(await host().lastMessage(ADA));
    const both = await Promise.all(
      [1, 2].map(() => host().post("/auth/v1/verify", { email: ADA, token, type: "signup" })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  test("expire after the configured time", async () => {
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

  test("sign in to an existing account, or create a new one", async () => {
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
  test("is replaced through the emailed link, which leads to the page that requested it", async () => {
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

  test("gives the same response for an unknown address, which gets no email", async () => {
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
  ])("never redirects to %s", async (redirectTo) => {
    await host().ada();
    await host().post(`/auth/v1/recover?redirect_to=${encodeURIComponent(redirectTo)}`, { email: ADA });
    const link = linkIn(await host().lastMessage(ADA));
    expect(link.searchParams.get("redirect_to")).toBe(SITE);
    link.searchParams.set("redirect_to", redirectTo);
    expect((await host().follow(link)).target.origin).toBe(SITE);
  });

  test("with PKCE, the link's code is useless without the browser that requested it", async () => {
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

test("leads a link without redirect_to to the page that asked for it, if that page is allowed", async () => {
  host().deps.config.auth.additional_redirect_urls = ["https://app.test/**"];
  host().deps.config.auth.email.max_frequency = 0;
  await host().ada();
  const targets: (string | null)[] = [];
  for (const referer of ["https://app.test/forgotten", "https://evil.test/forgotten"]) {
    await host().fetch("/auth/v1/recover", {
      method: "POST",
      headers: { referer },
      body: JSON.stringify({ email: ADA }),
    });
    targets.push(linkIn(await host().lastMessage(ADA)).searchParams.get("redirect_to"));
  }
  expect(targets).toEqual(["https://app.test/forgotten", SITE]);
});
