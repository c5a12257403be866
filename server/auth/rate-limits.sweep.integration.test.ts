import { describe, expect, test } from "vitest";
import { ADA, codeIn, PASSWORD, useAuthHost } from "./auth-host.fixture.ts";
import { timeLeft } from "./rate-limits.ts";

const host = useAuthHost((deps) => {
  deps.confirm = "always";
});

const signIn = (email: string, from: string, password = "wrong") =>
  host().post("/auth/v1/token?grant_type=password", { email, password }, undefined, from);
const enterCode = (email: string, from: string, token = "000000") =>
  host().post("/auth/v1/verify", { type: "email", email, token }, undefined, from);
const countOf = (answers: readonly { status: number }[], wanted: number) =>
  answers.filter(({ status }) => status === wanted).length;
const addresses = (count: number) => Array.from({ length: count }, (_, n) => `198.51.100.${n + 1}`);

test("addresses of one IPv6 /64 network count as one", async () => {
  for (let n = 1; n <= 5; n++) await signIn("ada@club.test", `2001:db8:0:1::${n}`);
  expect((await signIn("ada@club.test", "2001:0db8:0000:0001:ffff:0:0:1")).status).toBe(429);
  expect((await signIn("ada@club.test", "2001:db8:0:2::1")).status).toBe(400);
});

describe("parallel attempts are counted before they are evaluated:", () => {
  test("five guesses at one account from one IP address", async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn("ada@club.test", "192.0.2.7")));
    expect([countOf(answers, 400), countOf(answers, 429)]).toEqual([5, 7]);
  });

  test("a hundred guesses at many accounts from one IP address", async () => {
    host().deps.config.auth.rate_limit.sign_in_sign_ups = 1000;
    const accounts = Array.from({ length: 110 }, (_, n) => `player${n}@club.test`);
    const answers = await Promise.all(accounts.map((account) => signIn(account, "192.0.2.7")));
    expect([countOf(answers, 400), countOf(answers, 429)]).toEqual([100, 10]);
    expect((await signIn("player1@club.test", "192.0.2.8")).status).toBe(400);
  });

  test("fifty guesses at one account from many IP addresses, then one every 18 seconds", async () => {
    const answers = await Promise.all(addresses(60).map((from) => signIn("ada@club.test", from)));
    expect([countOf(answers, 400), countOf(answers, 429)]).toEqual([51, 9]);
    const refused = await signIn("ada@club.test", "192.0.2.7");
    expect([refused.status, refused.body.error_code]).toEqual([429, "over_request_rate_limit"]);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(18);
    await host().database.query(
      "update host.rate_limits set resets_at = clock_timestamp() where name = 'sign_in_account_paused'",
    );
    const later = await Promise.all(
      addresses(70)
        .slice(60)
        .map((from) => signIn("ada@club.test", from)),
    );
    expect(countOf(later, 400)).toBe(1);
    expect((await signIn("bob@club.test", "192.0.2.7")).status).toBe(400);
  });

  test("ten codes for one account from many IP addresses, then one a minute", async () => {
    const answers = await Promise.all(addresses(20).map((from) => enterCode("ada@club.test", from)));
    expect([countOf(answers, 403), countOf(answers, 429)]).toEqual([11, 9]);
    const refused = await enterCode("ada@club.test", "192.0.2.7");
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
  });

  test("ten codes for a new password", async () => {
    host().deps.config.auth.email.secure_password_change = true;
    const token = (await (await host().ada()).getSession()).data.session?.access_token ?? "";
    await host().database.query("update auth.sessions set created_at = created_at - interval '2 days'");
    const change = () =>
      host().fetch("/auth/v1/user", {
        method: "PUT",
        body: JSON.stringify({ password: "Another 1 password", nonce: "000000" }),
        headers: { authorization: `Bearer ${token}` },
      });
    const answers = await Promise.all(Array.from({ length: 15 }, change));
    expect([countOf(answers, 422), countOf(answers, 429)]).toEqual([10, 5]);
  });

  test("ten codes for one account from one IP address", async () => {
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => enterCode("ada@club.test", "192.0.2.7")),
    );
    expect([countOf(answers, 403), countOf(answers, 429)]).toEqual([10, 5]);
  });
});

describe("strangers' guesses do not refuse the owner", () => {
  test("at an IP address from which the owner has signed in", async () => {
    const ada = await host().ada(); // from 192.0.2.1
    expect((await ada.getSession()).data.session).not.toBeNull();
    await Promise.all(addresses(60).map((from) => signIn(ADA, from)));
    expect((await signIn(ADA, "192.0.2.1")).status).toBe(400);
    expect((await signIn(ADA, "192.0.2.1", PASSWORD)).status).toBe(200);
  });

  test("and the owner's sign-ins give strangers no further guesses", async () => {
    await host().ada();
    await Promise.all(addresses(51).map((from) => signIn(ADA, from)));
    for (let n = 1; n <= 5; n++) expect((await signIn(ADA, "192.0.2.1", PASSWORD)).status).toBe(200);
    const later = await Promise.all(["192.0.2.7", "192.0.2.8"].map((from) => signIn(ADA, from)));
    expect(countOf(later, 429)).toBe(2);
  });

  test("at the IP address from which the account was made", async () => {
    host().deps.config.auth.email.max_frequency = 0;
    await host().post("/auth/v1/signup", { email: ADA, password: PASSWORD });
    const code = codeIn(await host().lastMessage(ADA));
    await Promise.all(addresses(20).map((from) => enterCode(ADA, from)));
    expect((await enterCode(ADA, "192.0.2.1", code)).status).toBe(200);
  });

  test("with refused attempts from one IP address", async () => {
    await host().ada();
    for (let n = 1; n <= 60; n++) await signIn(ADA, "192.0.2.7");
    expect((await signIn(ADA, "192.0.2.8", PASSWORD)).status).toBe(200);
  });
});

test("a correct password does not count", async () => {
  await host().ada();
  for (let n = 1; n <= 12; n++) expect((await signIn(ADA, "192.0.2.7", PASSWORD)).status).toBe(200);
  const counted = await host().database.query(
    "select name, hits from host.rate_limits where name like 'sign_in%' and name <> 'sign_in_sign_ups' and hits > 0",
  );
  expect(counted).toEqual([]);
});

test("limits changes of one account to thirty, from any IP address", async () => {
  const ada = await host().ada();
  const token = (await ada.getSession()).data.session?.access_token ?? "";
  const change = async (from: string) =>
    (
      await host().fetch("/auth/v1/user", {
        method: "PUT",
        body: JSON.stringify({ password: PASSWORD }),
        headers: { authorization: `Bearer ${token}` },
        from,
      })
    ).status;
  expect(await change("192.0.2.7")).toBe(422);
  await host().database.query("update host.rate_limits set hits = 29 where name = 'user_changes'");
  expect([await change("192.0.2.8"), await change("192.0.2.9")]).toEqual([422, 429]);
});

test("limits changes of many accounts from one IP address by the setting", async () => {
  host().deps.config.auth.rate_limit.sign_in_sign_ups = 3;
  const ada = await host().ada();
  const bob = host().client();
  const account = { email: "bob@club.test", password: PASSWORD };
  await host()
    .admin()
    .admin.createUser({ ...account, email_confirm: true });
  await bob.signInWithPassword(account);
  const change = async (client: typeof ada) =>
    (await client.updateUser({ data: { team: "Hull" } })).error?.status ?? 200;
  const answers = [await change(ada), await change(ada), await change(ada), await change(bob)];
  expect(answers).toEqual([200, 200, 200, 429]);
});

test("a limit ends with its window", async () => {
  for (let n = 1; n <= 6; n++) await signIn("ada@club.test", "192.0.2.7");
  await host().database.query("update host.rate_limits set resets_at = clock_timestamp()");
  expect((await signIn("ada@club.test", "192.0.2.7")).status).toBe(400);
});

test("a second sign-up within the wait is refused for known and unknown addresses", async () => {
  await host()
    .admin()
    .admin.createUser({ email: "known@club.test", password: PASSWORD, email_confirm: true });
  for (const email of ["known@club.test", "new@club.test"]) {
    const first = await host().post("/auth/v1/signup", { email, password: PASSWORD });
    const second = await host().post("/auth/v1/signup", { email, password: PASSWORD });
    expect([first.status, second.status]).toEqual([200, 429]);
    expect(Object.keys(first.body).sort()).toEqual(
      expect.arrayContaining(["confirmation_sent_at", "identities"]),
    );
    expect(second.body).toMatchObject({ error_code: "over_email_send_rate_limit" });
  }
});

test("limits emails per hour", async () => {
  host().deps.config.auth.rate_limit.email_sent = 2;
  const recover = (n: number) => host().post("/auth/v1/recover", { email: `player${n}@club.test` });
  const statuses = [];
  for (let n = 1; n <= 3; n++) statuses.push((await recover(n)).status);
  expect(statuses).toEqual([200, 200, 429]);
});

describe("a refused request for a message", () => {
  const PATHS = ["recover", "otp", "resend", "magiclink"] as const;
  const ask = (path: (typeof PATHS)[number], email: string, from: string) =>
    host().post(`/auth/v1/${path}`, { email, type: "signup" }, undefined, from);

  test.each(PATHS)("of %s leaves the recipient's turn to others", async (path) => {
    host().deps.config.auth.rate_limit.email_sent = 2;
    for (let n = 1; n <= 2; n++) await ask(path, `player${n}@club.test`, "192.0.2.7");
    for (let n = 1; n <= 8; n++) {
      expect((await ask(path, `member${n}@club.test`, "192.0.2.7")).status).toBe(429);
      expect((await ask(path, `member${n}@club.test`, "192.0.2.8")).status).toBe(n <= 2 ? 200 : 429);
    }
    expect((await ask(path, "member8@club.test", "192.0.2.9")).status).toBe(200);
  });

  test("because the recipient had one before does not use up the caller's limit", async () => {
    host().deps.config.auth.rate_limit.email_sent = 2;
    const statuses = [];
    for (const email of ["a@club.test", "a@club.test", "a@club.test", "b@club.test", "c@club.test"])
      statuses.push((await ask("recover", email, "192.0.2.7")).status);
    expect(statuses).toEqual([200, 429, 429, 200, 429]);
  });
});

test("counters contain no address and no account", async () => {
  await signIn("ada@club.test", "192.0.2.7");
  const stored = JSON.stringify(await host().database.query("select name, key from host.rate_limits"));
  expect(stored).not.toMatch(/ada|192\.0\.2/);
});

test.each([
  [1, "1 second"],
  [60, "60 seconds"],
  [61, "2 minutes"],
  [900, "15 minutes"],
])("formats %i seconds as %s", (seconds, words) => {
  expect(timeLeft(seconds)).toBe(words);
});
