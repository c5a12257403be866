import { createServer, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { handle } from "./handler.ts";

let server: Server | undefined;

afterEach(() => {
  server?.close();
});

/** A database that returns `row` and records its requests. */
async function databaseAnswering(row: unknown) {
  const asked: { key: string | undefined; body: unknown }[] = [];
  const listening = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    asked.push({ key: request.headers.authorization, body: JSON.parse(Buffer.concat(chunks).toString()) });
    response.setHeader("content-type", "application/json").end(JSON.stringify([row]));
  });
  server = listening;
  await new Promise<void>((done) => listening.listen(0, "127.0.0.1", done));
  const address = listening.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    asked,
    env: {
      SUPABASE_URL: `http://127.0.0.1:${port}`,
      SUPABASE_ANON_KEY: "",
      SUPABASE_SERVICE_ROLE_KEY: "sb_secret_x",
    },
  };
}

const ask = (phone: unknown, method = "POST") =>
  new Request("http://host.test/functions/v1/phone-lookup", {
    method,
    headers: { "x-forwarded-for": "192.0.2.1, 10.0.0.1" },
    ...(method === "POST" ? { body: JSON.stringify({ phone }) } : {}),
  });

test("returns the sign-in email of a number, and queries with the secret key and the caller's address", async () => {
  const { asked, env } = await databaseAnswering({
    outcome: "ok",
    email: "ada@club.test",
    retry_after_seconds: null,
  });
  const response = await handle(ask(" +23052512345 "), env);
  expect([response.status, await response.json()]).toEqual([200, { email: "ada@club.test" }]);
  expect(asked).toEqual([
    { key: "Bearer sb_secret_x", body: { _phone: "+23052512345", _address: "192.0.2.1" } },
  ]);
});

test("returns null for an unknown number after the same time", async () => {
  const { env } = await databaseAnswering({ outcome: "ok", email: null, retry_after_seconds: null });
  const start = performance.now();
  const response = await handle(ask("+23052512345"), env);
  expect([response.status, await response.json()]).toEqual([200, { email: null }]);
  expect(performance.now() - start).toBeGreaterThan(140);
});

test("returns the wait when the limit is reached", async () => {
  const { env } = await databaseAnswering({ outcome: "limited", email: null, retry_after_seconds: 301 });
  const response = await handle(ask("+23052512345"), env);
  expect([response.status, response.headers.get("retry-after")]).toEqual([429, "301"]);
  expect(await response.json()).toEqual({
    error: "Too many attempts. Try again in 6 minutes.",
    code: "over_request_rate_limit",
  });
});

test.each([[undefined], [""], [42], ["1".repeat(41)]])("refuses %s as a phone number", async (phone) => {
  const { asked, env } = await databaseAnswering({});
  expect((await handle(ask(phone), env)).status).toBe(400);
  expect(asked).toEqual([]);
});

test("answers POST and CORS preflights only", async () => {
  const { env } = await databaseAnswering({});
  expect((await handle(ask("", "GET"), env)).status).toBe(405);
  const preflight = await handle(ask("", "OPTIONS"), env);
  expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
});
