import type { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../tests/engines/open-test-database.ts";
import { createPasswords } from "../auth/passwords/password-hashes.ts";
import { loadConfig } from "../config/config.ts";
import type { Database } from "../database/database.ts";
import { createOutbox } from "../delivery/outbox.ts";
import { loadTemplates } from "../delivery/templates.ts";
import { createAddressReader } from "../gateway/address.ts";
import { newKeys } from "../gateway/keys.ts";
import { createTokens } from "../gateway/tokens.ts";
import { type Club, openClub } from "./club.ts";
import { createStartClub } from "./start-club.ts";
import { newStartLink } from "./start-links.ts";

const SITE = "http://club.test";
const FILE = { brand: "Club of the file", time_zone: "Europe/London" };
const passwords = createPasswords("low");
let database: Database;
let club: Club;
let app: Hono;

beforeAll(async () => {
  database = await openTestDatabase("club");
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.script(`
    set session_replication_role = replica; delete from public.user_roles; reset session_replication_role;
    delete from auth.users; delete from host.rate_limits;
    update private.club set name = null, language = null, started_at = null, start_link_hash = null`);
  club = await openClub(database, FILE, () => {});
  const keys = await newKeys();
  const config = loadConfig("supabase");
  const outbox = createOutbox(database);
  app = createStartClub({
    database,
    gateway: { keys, tokens: await createTokens(keys.signing_keys), address: createAddressReader([]) },
    config,
    siteUrl: SITE,
    apiUrl: SITE,
    club,
    mail: outbox.mail,
    sms: outbox.text,
    templates: loadTemplates(config),
    passwords,
    // Even then the first organiser need not wait for an email that nobody can send.
    confirm: "always",
  });
});

async function post(act: "link" | "club", body: object, from = "192.0.2.1") {
  const init = {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  };
  const answer = await app.request(new URL(`/start-club/${act}`, SITE), init, {
    incoming: { socket: { remoteAddress: from } },
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function newToken(): Promise<string> {
  const link = await newStartLink(database, SITE);
  return new URL(link ?? "").hash.slice(1);
}

const request = (token: string, change: object = {}) => ({
  token,
  name: " Rose  Hill Predictors ",
  time_zone: "Indian/Mauritius",
  language: "mfe",
  email: "nadia@club.test",
  password: "Kickoff1at3",
  data: { full_name: "Nadia Ramgoolam", language: "en" },
  ...change,
});
const admins = async () =>
  (
    await database.query<{ email: string }>(
      "select u.email from public.user_roles r join auth.users u on u.id = r.user_id where r.role = 'admin'",
    )
  ).map(({ email }) => email);
const accounts = async () => (await database.query("select from auth.users")).length;

describe("a start link", () => {
  test("opens the start page with a token of 256 bits, of which only a hash is stored", async () => {
    const link = await newStartLink(database, `${SITE}/`);
    expect(link).toMatch(/^http:\/\/club\.test\/start#[\w-]{43}$/);
    const [row] = await database.query<{ hash: string }>("select start_link_hash as hash from private.club");
    expect(row?.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test("starts the club in one act: its facts, its first organiser and a session", async () => {
    const token = await newToken();
    expect((await post("link", { token })).body).toMatchObject({ state: "open" });
    const { status, body } = await post("club", request(token));
    expect([status, typeof body.access_token, typeof body.refresh_token]).toEqual([200, "string", "string"]);
    expect(body.user).toMatchObject({
      email: "nadia@club.test",
      user_metadata: { full_name: "Nadia Ramgoolam" },
    });
    expect(await admins()).toEqual(["nadia@club.test"]);
    expect(club.facts).toEqual({
      brand: "Rose Hill Predictors",
      time_zone: "Indian/Mauritius",
      language: "mfe",
      notices: null,
      startedInBrowser: true,
    });
  });

  test("works for a phone number too", async () => {
    const token = await newToken();
    const { body } = await post("club", request(token, { email: null, phone: "+230 5251 2345" }));
    expect(body.user).toMatchObject({ phone: "23052512345" });
  });

  test("works once, and tells its holder when", async () => {
    const token = await newToken();
    await post("club", request(token));
    expect(await post("club", request(token, { email: "other@club.test" }))).toMatchObject({
      status: 409,
      body: { error_code: "user_already_exists" },
    });
    const { body } = await post("link", { token });
    expect(body).toEqual({ state: "used", startedAt: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(await admins()).toEqual(["nadia@club.test"]);
  });

  test("makes one club for two tabs that start it at the same moment", async () => {
    const token = await newToken();
    const answers = await Promise.all(
      ["nadia", "devi"].map((name) => post("club", request(token, { email: `${name}@club.test` }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect([await accounts(), (await admins()).length]).toEqual([1, 1]);
  });

  test("ends when the host starts again", async () => {
    const first = await newToken();
    const second = await newToken();
    expect((await post("link", { token: first })).status).toBe(404);
    expect((await post("link", { token: second })).status).toBe(200);
  });

  test("ends when an account becomes an admin in another way, and no new one is made", async () => {
    const token = await newToken();
    await database.script(`
      insert into auth.users (id, email) values ('00000000-0000-0000-0000-00000000000a', 'olga@club.test');
      select public.grant_admin('olga@club.test')`);
    expect((await post("link", { token })).body).toEqual({ state: "used", startedAt: null });
    expect((await post("club", request(token))).status).toBe(409);
    expect(await newStartLink(database, SITE)).toBeNull();
  });

  test.each([
    ["a name without text", { name: " \u200b " }],
    ["a name of 61 characters", { name: "a".repeat(61) }],
    ["an unknown time zone", { time_zone: "Indian/Atlantis" }],
    ["an unknown language", { language: "de" }],
    ["neither email nor phone", { email: null }],
    ["a phone number that is too short", { email: null, phone: "5251 23" }],
  ])("refuses %s and keeps nothing", async (_, change) => {
    const token = await newToken();
    expect(await post("club", request(token, change))).toMatchObject({
      status: 400,
      body: { error_code: "validation_failed" },
    });
    expect([await accounts(), club.facts.brand]).toEqual([0, FILE.brand]);
    expect((await post("link", { token })).body).toMatchObject({ state: "open" });
  });

  test("accepts a name of 60 characters", async () => {
    expect((await post("club", request(await newToken(), { name: "a".repeat(60) }))).status).toBe(200);
  });

  test("refuses a weak password and the address of an account that exists", async () => {
    const token = await newToken();
    expect((await post("club", request(token, { password: "kickoff" }))).body.error_code).toBe(
      "weak_password",
    );
    await database.script("insert into auth.users (id, email) values (gen_random_uuid(), 'nadia@club.test')");
    expect((await post("club", request(token))).body.error_code).toBe("email_exists");
    expect(await admins()).toEqual([]);
  });
});

describe("without the token", () => {
  test("nothing tells whether the club has started", async () => {
    const before = [await post("link", { token: "x" }), await post("club", request("x"))];
    await post("club", request(await newToken()));
    expect([await post("link", { token: "x" }), await post("club", request("x"))]).toEqual(before);
    expect(before.map(({ status }) => status)).toEqual([404, 404]);
  });

  test("an address has ten tries in 15 minutes, and right ones are not counted", async () => {
    const token = await newToken();
    for (let n = 1; n <= 11; n++) expect((await post("link", { token })).status).toBe(200);
    for (let n = 1; n <= 10; n++) expect((await post("link", { token: `wrong ${n}` })).status).toBe(404);
    expect((await post("link", { token: "wrong 11" })).status).toBe(429);
    expect((await post("link", { token: "wrong 11" }, "192.0.2.2")).status).toBe(404);
  });
});

test("another host of the same club hears of its name", async () => {
  const other = await openClub(database, FILE, () => {});
  await post("club", request(await newToken()));
  await expect.poll(() => other.facts.brand).toBe("Rose Hill Predictors");
});
