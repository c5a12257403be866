import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { FunctionsClient } from "@supabase/functions-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadConfig } from "../config.ts";
import { createAddressReader } from "../gateway/address.ts";
import { type Keys, newKeys } from "../gateway/keys.ts";
import { createTokens, type Tokens } from "../gateway/tokens.ts";
import { createFunctions } from "./functions.ts";

const dir = mkdtempSync(join(tmpdir(), "functions-test-"));
const failures: string[] = [];
let keys: Keys;
let tokens: Tokens;
let app: ReturnType<typeof createFunctions>;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}

beforeAll(async () => {
  write(
    "config.toml",
    "[functions.open]\nverify_jwt = false\n[functions.off]\nenabled = false\nverify_jwt = false\n",
  );
  write("functions/_http/words.ts", `export const greeting: string = "hello";`);
  write(
    "functions/open/handler.ts",
    `import { greeting } from "../_http/words.ts";
     export const handle = async (request: Request, env: Record<string, string>) => Response.json({
       greeting, url: env.SUPABASE_URL, secret: env.SUPABASE_SERVICE_ROLE_KEY?.slice(0, 9),
       from: request.headers.get("x-forwarded-for"), body: await request.text() });`,
  );
  for (const name of ["guarded", "off"]) {
    write(
      `functions/${name}/handler.ts`,
      `export const handle = async () => Response.json({ name: "${name}" });`,
    );
  }
  write(
    "functions/broken/handler.ts",
    "export const handle = async () => { throw new Error('secret detail'); };",
  );
  keys = await newKeys();
  tokens = await createTokens(keys.signing_keys);
  app = createFunctions({
    config: loadConfig(dir),
    gateway: { keys, tokens, address: createAddressReader([]) },
    ownUrl: "http://host.test",
    siteUrl: "http://club.test",
    log: (event) => failures.push(event),
  });
});

afterAll(() => rmSync(dir, { recursive: true, force: true }));

function call(path: string, headers: Record<string, string> = {}, init: RequestInit = {}) {
  const env = { incoming: { socket: { remoteAddress: "192.0.2.1" } } };
  return app.request(`http://host.test/functions/v1/${path}`, { method: "POST", headers, ...init }, env);
}

const user = () =>
  tokens.sign({ sub: "someone", role: "authenticated", exp: Math.floor(Date.now() / 1000) + 60 });

describe("a function", () => {
  test("is built from its handler and what it imports, and given its environment", async () => {
    const response = await call("open", { "x-forwarded-for": "198.51.100.7" }, { body: "hi" });
    expect(await response.json()).toEqual({
      greeting: "hello",
      url: "http://host.test",
      secret: "sb_secret",
      from: "192.0.2.1",
      body: "hi",
    });
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
  });

  test("answers the official client", async () => {
    const client = new FunctionsClient("http://host.test/functions/v1", {
      headers: { apikey: keys.publishable_key, Authorization: `Bearer ${keys.publishable_key}` },
      customFetch: async (input, init) => app.request(String(input), init),
    });
    const { data, error } = await client.invoke("open", { body: { a: 1 } });
    expect([error, data.body]).toEqual([null, '{"a":1}']);
    expect((await client.invoke("guarded")).error?.name).toBe("FunctionsRelayError");
  });

  test("wants a valid token unless its setting says otherwise", async () => {
    const accepted = await call("guarded", { authorization: `Bearer ${await user()}` });
    expect([accepted.status, await accepted.json()]).toEqual([200, { name: "guarded" }]);
    expect((await call("guarded", { apikey: keys.secret_key })).status).toBe(200);
    for (const headers of [{}, { apikey: keys.publishable_key }, { authorization: "Bearer a.b.c" }]) {
      const refused = await call("guarded", headers as Record<string, string>);
      expect([refused.status, refused.headers.get("x-relay-error")]).toEqual([401, "true"]);
    }
  });

  test.each(["nothing", "off", "_http", "..%2Fopen", "open.ts"])("is not found as %s", async (name) => {
    const response = await call(name, { authorization: `Bearer ${await user()}` });
    expect(response.status).toBe(404);
  });

  test("that throws tells the log, not the caller", async () => {
    const response = await call("broken", { authorization: `Bearer ${await user()}` });
    expect([response.status, await response.json()]).toEqual([
      500,
      { error: "Internal Server Error", code: "internal_error" },
    ]);
    expect(failures).toEqual(["function /functions/v1/broken"]);
  });

  test("gets no more than ten megabytes", async () => {
    expect((await call("open", {}, { body: "x".repeat(10 * 1024 * 1024 + 1) })).status).toBe(413);
  });
});
