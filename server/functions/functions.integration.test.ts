import { describe, expect, test } from "vitest";
import { eventually } from "../../tests/eventually.ts";
import { useFunctions } from "./functions-host.fixture.ts";

const host = useFunctions(`[functions.off]
     enabled = false
     [functions.given.env]
     OWN = "the function's"
     [edge_runtime.secrets]
     EVERYBODYS = "every function's"
     PROVIDER_KEY = "of config.toml"`);

describe("a function", () => {
  test("receives its environment, its secrets, its own path and the caller's real address", async () => {
    host.write("functions/.env", "PROVIDER_KEY=abc\nSUPABASE_URL=http://elsewhere.test\n");
    host.write(
      "functions/given/index.ts",
      `Deno.serve((request) => Response.json({ env: Deno.env.toObject(), url: request.url, from: request.headers.get("x-forwarded-for") }));`,
    );
    expect(await (await host.call("given/part?x=1")).json()).toEqual({
      env: {
        SUPABASE_URL: "http://host.test",
        SUPABASE_ANON_KEY: host.keys.publishable_key,
        SUPABASE_SERVICE_ROLE_KEY: host.keys.secret_key,
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
    host.write(`functions/${name}/index.ts`, text);
    expect(await (await host.call(name)).text()).toBe("served");
  });

  test("imports neighbouring files, installed packages and types", async () => {
    host.write("functions/_words/greeting.ts", `export const greeting: string = "hello";`);
    host.write(
      "functions/importing/deno.json",
      `{ "imports": { "words/": "../_words/", "schema": "npm:zod@4" } }`,
    );
    host.write(
      "functions/importing/index.ts",
      `import "jsr:@supabase/functions-js/edge-runtime.d.ts";
       import { createClient } from "npm:@supabase/supabase-js@2";
       import { corsHeaders } from "https://esm.sh/@supabase/supabase-js@2/cors?target=deno";
       import { z } from "schema";
       import { greeting } from "words/greeting.ts";
       const client = createClient("http://host.test", "key");
       Deno.serve(() => Response.json({ greeting, table: typeof client.from, cors: typeof corsHeaders, zod: z.string().parse("ok") }));`,
    );
    expect(await (await host.call("importing")).json()).toEqual({
      greeting: "hello",
      table: "function",
      cors: "object",
      zod: "ok",
    });
  });

  test("does not start with an import from the network, a syntax error or no handler, and the log says why", async () => {
    host.write(
      "functions/remote/index.ts",
      `import "https://example.com/x.ts"; Deno.serve(() => new Response());`,
    );
    host.write("functions/odd/index.ts", `Deno.serve(( => `);
    host.write("functions/silent/index.ts", `export const nothing = 1;`);
    host.write("functions/throwing/index.ts", `throw new Error("at once");`);
    for (const [name, why] of Object.entries({
      remote: /code is not loaded from the network/,
      odd: /Unexpected|Expected|error/i,
      silent: /registers no handler/,
      throwing: /at once/,
    })) {
      const response = await host.call(name);
      expect([name, response.status, await response.json()]).toMatchObject([
        name,
        503,
        { code: "BOOT_ERROR" },
      ]);
      expect(String(host.logged.at(-1)?.error)).toMatch(why);
    }
  });

  test("is reloaded when one of its files changes", async () => {
    host.write("functions/_shared/word.ts", `export const word = "before";`);
    host.write(
      "functions/changing/index.ts",
      `import { word } from "../_shared/word.ts"; Deno.serve(() => new Response(word));`,
    );
    expect(await (await host.call("changing")).text()).toBe("before");
    host.write("functions/_shared/word.ts", `export const word = "afterwards";`);
    await eventually(async () => expect(await (await host.call("changing")).text()).toBe("afterwards"));
  });

  test("receives no body larger than ten megabytes, declared or not", async () => {
    host.write(
      "functions/reading/index.ts",
      `Deno.serve(async (request) => new Response(String((await request.arrayBuffer()).byteLength)));`,
    );
    const most = 10 * 1024 * 1024;
    expect(await (await host.call("reading", { body: new Uint8Array(most) })).text()).toBe(String(most));
    const headers = { apikey: host.keys.secret_key, "content-length": String(most + 1) };
    const announced = await host.call("reading", { body: new Uint8Array(most + 1), headers });
    expect([announced.status, await announced.json()]).toMatchObject([413, { code: "REQUEST_TOO_LARGE" }]);
    expect((await host.call("reading", { body: new Uint8Array(most + 1) })).status).toBe(413);
  });

  test.each(["nothing", "off", "_words", "..%2Fgiven", "given.ts"])("is not found as %s", async (name) => {
    host.write("functions/off/index.ts", `Deno.serve(() => new Response("off"));`);
    const response = await host.call(name);
    expect([response.status, await response.json()]).toMatchObject([404, { code: "NOT_FOUND" }]);
  });
});

test("logs each printed line without its secrets", async () => {
  const key = "-----BEGIN KEY-----\nfirst half of it\nsecond half of it";
  host.write("functions/.env", `PROVIDER_KEY=secret-of-a-provider\nSIGNING_KEY="${key}"\n`);
  host.write(
    "functions/talking/index.ts",
    `console.log("loaded with", Deno.env.get("PROVIDER_KEY"));
     Deno.serve(() => {
       console.error("signs with\\n" + Deno.env.get("SIGNING_KEY"));
       EdgeRuntime.waitUntil(Promise.reject(new Error("afterwards: " + Deno.env.get("SUPABASE_SERVICE_ROLE_KEY"))));
       return new Response("said");
     });`,
  );
  expect(await (await host.call("talking")).text()).toBe("said");
  const printed = () =>
    host.logged.filter(({ event }) => event === "function talking prints").map(({ error }) => error);
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
  for (const secret of ["provider", "half of it", host.keys.secret_key]) {
    expect(JSON.stringify(host.logged)).not.toContain(secret);
  }
});
