import { expect, test } from "vitest";
import { PASSWORD, useAuthHost } from "./auth-host.fixture.ts";
import { occasionallyCleanUp } from "./clean-up.ts";
import { timeLeft } from "./rate-limits.ts";

const host = useAuthHost((deps) => {
  deps.confirm = "always";
});

const signIn = (email: string, from: string) =>
  host().post("/auth/v1/token?grant_type=password", { email, password: "wrong" }, undefined, from);

test("addresses of one IPv6 /64 network count as one", async () => {
  for (let n = 1; n <= 5; n++) await signIn("ada@club.test", `2001:db8:0:1::${n}`);
  expect((await signIn("ada@club.test", "2001:0db8:0000:0001:ffff:0:0:1")).status).toBe(429);
  expect((await signIn("ada@club.test", "2001:db8:0:2::1")).status).toBe(400);
});

test("limits guesses at many accounts from one IP address to a hundred", async () => {
  await signIn("first@club.test", "192.0.2.7");
  await host().database.query("update host.rate_limits set hits = 100 where name = 'sign_in_address'");
  expect((await signIn("second@club.test", "192.0.2.7")).status).toBe(429);
  expect((await signIn("second@club.test", "192.0.2.8")).status).toBe(400);
});

test("limits guesses at one account from many IP addresses to fifty", async () => {
  await signIn("ada@club.test", "192.0.2.7");
  await host().database.query("update host.rate_limits set hits = 50 where name = 'sign_in_account'");
  expect((await signIn("ada@club.test", "192.0.2.8")).status).toBe(429);
  expect((await signIn("bob@club.test", "192.0.2.8")).status).toBe(400);
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

test("counters contain no address and no account", async () => {
  await signIn("ada@club.test", "192.0.2.7");
  const stored = JSON.stringify(await host().database.query("select name, key from host.rate_limits"));
  expect(stored).not.toMatch(/ada|192\.0\.2/);
});

test("deletes old counters occasionally", async () => {
  await signIn("ada@club.test", "192.0.2.7");
  await occasionallyCleanUp(host().database, 1);
  expect(await host().database.query("select 1 from host.rate_limits limit 1")).toHaveLength(1);
  await host().database.query("update host.rate_limits set resets_at = resets_at - interval '2 hours'");
  await occasionallyCleanUp(host().database, 0);
  expect(await host().database.query("select 1 from host.rate_limits limit 1")).toHaveLength(0);
});

test.each([
  [1, "1 second"],
  [60, "60 seconds"],
  [61, "2 minutes"],
  [900, "15 minutes"],
])("formats %i seconds as %s", (seconds, words) => {
  expect(timeLeft(seconds)).toBe(words);
});
