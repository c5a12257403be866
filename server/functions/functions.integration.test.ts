import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../tests/eventually.ts";
import { loadConfig } from "../config/config.ts";
import { createAddressReader } from "../gateway/address.ts";
import { type Keys, newKeys } from "../gateway/keys.ts";
import { createTokens } from "../gateway/tokens.ts";
import { createFunctions } from "./functions.ts";

const dir = mkdtempSync(join(tmpdir(), "functions-test-"));
const TIME_LIMIT_MS = 300;
const logged: { event: string; error: unknown }[] = [];
let keys: Keys;
type Served = ReturnType<typeof createFunctions>;
let app: Served;
/** Short, so that tests can wait for it. */
let shortLimit: Served;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}

beforeAll(async () => {
  write(
    "config.toml",
    `[functions.off]
     enabled = false
     [functions.given.env]
     OWN = "the function's"
     [edge_runtime.secrets]
     EVERYBODYS = "every function's"
     PROVIDER_KEY = "of config.toml"`,
  );
  write("functions/off/index.ts", `Deno.serve(() => new Response("off"));`);
  keys = await newKeys();
  const tokens = await createTokens(keys.signing_keys);
  const deps = {
    config: loadConfig(dir),
    gateway: { keys, tokens, address: createAddressReader([]) },
    ownUrl: "http://host.test",
    siteUrl: "http://club.test",
    apiUrl: "http://club.test",
    settings: { SMTP_URL: "smtp://mail.test?from=club@example.com" },
    log: (event: string, error: unknown) => logged.push({ event, error }),
  };
  app = createFunctions(deps);
  shortLimit = createFunctions({ ...deps, timeLimit: TIME_LIMIT_MS });
});

beforeEach(() => {
  logged.length = 0;
});

afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function call(path: string, init: RequestInit = {}, by = app): Promise<Response> {
  const env = { incoming: { socket: { remoteAddress: "192.0.2.1" } } };
  const headers = { apikey: keys.secret_key, "x-forwarded-for": "198.51.100.7" };
  return by.request(`http://host.test/functions/v1/${path}`, { method: "POST", headers, ...init }, env);
}

describe("a function", () => {
  test("receives its environment, its secrets, its own path and the caller's real address", async () => {
    write("functions/.env", "PROVIDER_KEY=abc\nSUPABASE_URL=http://elsewhere.test\n");
    write(
      "functions/given/index.ts",
      `Deno.serve((request) => Response.json({ env: Deno.env.toObject(), url: request.url, from: request.headers.get("x-forwarded-for") }));`,
    );
    expect(await (await call("given/part?x=1")).json()).toEqual({
      env: {
        SUPABASE_URL: "http://host.test",
        SUPABASE_ANON_KEY: keys.publishable_key,
        SUPABASE_SERVICE_ROLE_KEY: keys.secret_key,
        SITE_URL: "http://club.test",
        SUPABASE_PUBLIC_URL: "http://club.test",
        SMTP_URL: "smtp://mail.test?from=club@example.com",
        PROVIDER_KEY: "abc",
        OWN: "the function's",
        EVERYBODYS: "every function's",
      },
      url: "http://host.test/given/part?x=1",
      from: "192.0.2.1",
    });
  });

  test.each([
    ["Deno.serve", `Deno.serve(() => new Response("served"));`],
    ["Deno.serve with options", `Deno.serve({ port: 8000 }, () => new Response("served"));`],
    ["a handler among the options", `Deno.serve({ handler: () => new Response("served") });`],
    ["a default export", `export default { fetch: () => new Response("served") };`],
    [
      "Deno's library of old",
      `import { serve } from "https://deno.land/std@0.168.0/http/server.ts"; serve(() => new Response("served"));`,
    ],
  ])("serves with %s", async (form, text) => {
    const name = form.toLowerCase().replaceAll(/[^a-z]+/g, "-");
    write(`functions/${name}/index.ts`, text);
    expect(await (await call(name)).text()).toBe("served");
  });

  test("imports neighbouring files, installed packages and types", async () => {
    write("functions/_words/greeting.ts", `export const greeting: string = "hello";`);
    write(
      "functions/importing/deno.json",
      `{ "imports": { "words/": "../_words/", "schema": "npm:zod@4" } }`,
    );
    write(
      "functions/importing/index.ts",
      `import "jsr:@supabase/functions-js/edge-runtime.d.ts";
       import { createClient } from "npm:@supabase/supabase-js@2";
       import { corsHeaders } from "https://esm.sh/@supabase/supabase-js@2.95.0/cors?target=deno";
       import { z } from "schema";
       import { greeting } from "words/greeting.ts";
       const client = createClient("http://host.test", "key");
       Deno.serve(() => Response.json({ greeting, table: typeof client.from, cors: typeof corsHeaders, zod: z.string().parse("ok") }));`,
    );
    expect(await (await call("importing")).json()).toEqual({
      greeting: "hello",
      table: "function",
      cors: "object",
      zod: "ok",
    });
  });

  test("does not start with a missing import, a syntax error or no handler, and the log says why", async () => {
    write(
      "functions/absent/index.ts",
      `import "npm:no-such-package-here@1"; Deno.serve(() => new Response());`,
    );
    write(
      "functions/remote/index.ts",
      `import "https://example.com/x.ts"; Deno.serve(() => new Response());`,
    );
    write("functions/odd/index.ts", `Deno.serve(( => `);
    write("functions/silent/index.ts", `export const nothing = 1;`);
    write("functions/throwing/index.ts", `throw new Error("at once");`);
    for (const [name, why] of Object.entries({
      absent: /is not installed/,
      remote: /code is not loaded from the network/,
      odd: /Unexpected|Expected|error/i,
      silent: /registers no handler/,
      throwing: /at once/,
    })) {
      const response = await call(name);
      expect([name, response.status, await response.json()]).toMatchObject([
        name,
        503,
        { code: "BOOT_ERROR" },
      ]);
      expect(String(logged.at(-1)?.error)).toMatch(why);
    }
  });

  test("is reloaded when one of its files changes", async () => {
    write("functions/_shared/word.ts", `export const word = "before";`);
    write(
      "functions/changing/index.ts",
      `import { word } from "../_shared/word.ts"; Deno.serve(() => new Response(word));`,
    );
    expect(await (await call("changing")).text()).toBe("before");
    write("functions/_shared/word.ts", `export const word = "afterwards";`);
    await eventually(async () => expect(await (await call("changing")).text()).toBe("afterwards"));
  });

  test("is aborted at the time limit, and the caller gets 504", async () => {
    write(
      "functions/slow/index.ts",
      `let aborted = 0;
       Deno.serve((request) => {
         if (new URL(request.url).search) return Response.json(aborted);
         request.signal.addEventListener("abort", () => aborted++);
         return new Promise(() => {});
       });`,
    );
    const response = await call("slow", {}, shortLimit);
    expect([response.status, await response.json()]).toMatchObject([504, { code: "IDLE_TIMEOUT" }]);
    expect(await (await call("slow?count", {}, shortLimit)).json()).toBe(1);
  });

  test("is not aborted by the time limit while its response is streaming", async () => {
    write(
      "functions/long/index.ts",
      `Deno.serve(() => new Response(new ReadableStream({ async start(controller) {
         controller.enqueue(new TextEncoder().encode("one "));
         await new Promise((resolve) => setTimeout(resolve, ${2 * TIME_LIMIT_MS}));
         controller.enqueue(new TextEncoder().encode("two"));
         controller.close();
       } })));`,
    );
    expect(await (await call("long", {}, shortLimit)).text()).toBe("one two");
  });

  test("receives no body larger than ten megabytes, declared or not", async () => {
    write(
      "functions/reading/index.ts",
      `Deno.serve(async (request) => new Response(String((await request.arrayBuffer()).byteLength)));`,
    );
    const most = 10 * 1024 * 1024;
    expect(await (await call("reading", { body: new Uint8Array(most) })).text()).toBe(String(most));
    const headers = { apikey: keys.secret_key, "content-length": String(most + 1) };
    const announced = await call("reading", { body: new Uint8Array(most + 1), headers });
    expect([announced.status, await announced.json()]).toMatchObject([413, { code: "REQUEST_TOO_LARGE" }]);
    expect((await call("reading", { body: new Uint8Array(most + 1) })).status).toBe(413);
  });

  test.each(["nothing", "off", "_words", "..%2Fgiven", "given.ts"])("is not found as %s", async (name) => {
    const response = await call(name);
    expect([response.status, await response.json()]).toMatchObject([404, { code: "NOT_FOUND" }]);
  });
});

test("logs each printed line without its secrets", async () => {
  const key = "-----BEGIN KEY-----\nfirst half of it\nsecond half of it";
  write("functions/.env", `PROVIDER_KEY=secret-of-a-provider\nSIGNING_KEY="${key}"\n`);
  write(
    "functions/talking/index.ts",
    `console.log("loaded with", Deno.env.get("PROVIDER_KEY"));
     Deno.serve(() => {
       console.error("signs with\\n" + Deno.env.get("SIGNING_KEY"));
       EdgeRuntime.waitUntil(Promise.reject(new Error("afterwards: " + Deno.env.get("SUPABASE_SERVICE_ROLE_KEY"))));
       return new Response("said");
     });`,
  );
  expect(await (await call("talking")).text()).toBe("said");
  const printed = () =>
    logged.filter(({ event }) => event === "function talking prints").map(({ error }) => error);
  await eventually(() =>
    expect(printed()).toEqual(
      expect.arrayContaining([
        "loaded with [secret]",
        "signs with",
        "[secret]",
        expect.stringContaining("afterwards: [secret]"),
      ]),
    ),
  );
  for (const secret of ["provider", "half of it", keys.secret_key]) {
    expect(JSON.stringify(logged)).not.toContain(secret);
  }
});

describe("the host continues and answers the next call", () => {
  const answers = (name: string, by = app) =>
    eventually(async () => expect(await (await call(`${name}?well`, {}, by)).text()).toBe("well"));
  const wellOr = (work: string) =>
    `Deno.serve(async (request) => { if (new URL(request.url).search) return new Response("well"); ${work} });`;

  test("after a function throws; the log has the error, the caller does not", async () => {
    write("functions/broken/index.ts", wellOr(`throw new Error("secret detail");`));
    const response = await call("broken");
    const body = await response.text();
    expect([response.status, JSON.parse(body)]).toMatchObject([500, { code: "EDGE_FUNCTION_ERROR" }]);
    expect([response.headers.get("sb-error-code"), response.headers.get("x-relay-error")]).toEqual([
      "EDGE_FUNCTION_ERROR",
      null,
    ]);
    expect(body).not.toContain("secret detail");
    expect(String(logged[0]?.error)).toContain("secret detail");
    await answers("broken");
  });

  test("after a function returns no Response", async () => {
    write("functions/mute/index.ts", wellOr(`return "text";`));
    expect((await call("mute")).status).toBe(500);
    await answers("mute");
  });

  test("after an uncaught error that follows the response", async () => {
    write(
      "functions/careless/index.ts",
      wellOr(
        `setTimeout(() => { Promise.reject(new Error("left alone")); }, 50); return new Response("answered");`,
      ),
    );
    expect(await (await call("careless")).text()).toBe("answered");
    await eventually(() => expect(String(logged[0]?.error)).toContain("left alone"));
    await answers("careless");
  });

  test("after a function exceeds its memory limit", async () => {
    write(
      "functions/greedy/index.ts",
      wellOr(`await null; const kept = []; for (;;) kept.push(new Array(100_000).fill(kept.length + 0.5));`),
    );
    expect((await call("greedy")).status).toBe(546);
    await answers("greedy");
    expect(String(logged[0]?.error)).toMatch(/memory limit/);
  }, 30_000);

  test("after a function runs an endless loop", async () => {
    write("functions/looping/index.ts", wellOr(`for (;;) {}`));
    expect((await call("looping", {}, shortLimit)).status).toBe(504);
    await answers("looping", shortLimit);
  }, 30_000);
});
