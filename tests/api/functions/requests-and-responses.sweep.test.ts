/** Requests and responses of edge functions through the official client, and the checks before a call. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FunctionRegion } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../../eventually.ts";
import { type Host, type Person, startHost } from "../support/host.ts";

/** Functions in Supabase's old and new style. */
const FUNCTIONS: Record<string, string> = {
  // Echoes the request.
  mirror: `
    Deno.serve(async (request) => {
      const type = request.headers.get("content-type") ?? "";
      const form = type.startsWith("multipart/form-data") ? [...(await request.formData())] : null;
      const entries = form && (await Promise.all(form.map(async ([name, value]) =>
        [name, typeof value === "string" ? value : [value.name, value.type, await value.text()]])));
      const bytes = form ? null : [...new Uint8Array(await request.arrayBuffer())];
      const url = new URL(request.url);
      return Response.json({ method: request.method, path: url.pathname, query: url.search, type: type.split(";")[0],
        region: request.headers.get("x-region"), custom: request.headers.get("x-custom"), bytes, entries });
    });`,
  // Responds with the requested content type.
  answer: `
    import { serve } from "https://deno.land/std@0.168.0/http/server.ts";
    serve((request) => {
      const type = new URL(request.url).searchParams.get("type");
      if (type === "form") {
        const form = new FormData();
        form.set("crest", new Blob(["png"]), "crest.png");
        return new Response(form);
      }
      return new Response('{"goals":2}', { status: 201, headers: { "content-type": type, "x-own": "1" } });
    });`,
  // Sends a chunk each time another request tells it to continue.
  stream: `
    let goOn = () => {};
    let left = 0;
    Deno.serve(async (request) => {
      const wish = new URL(request.url).searchParams.get("wish");
      if (wish === "go") return goOn(), new Response("gone on");
      if (wish === "left") return Response.json(left);
      const encoder = new TextEncoder();
      const body = new ReadableStream({
        start(controller) { controller.enqueue(encoder.encode("data: 0\\n\\n")); },
        async pull(controller) {
          await new Promise((resolve) => { goOn = resolve; });
          controller.enqueue(encoder.encode("data: more\\n\\n"));
        },
        cancel() { left++; },
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    });`,
  // Responds before the whole request body has arrived.
  upper: `
    Deno.serve((request) => new Response(request.body.pipeThrough(new TextDecoderStream())
      .pipeThrough(new TransformStream({ transform: (text, to) => to.enqueue(text.toUpperCase()) }))
      .pipeThrough(new TextEncoderStream())));`,
  broken: `Deno.serve((request) => { throw new Error("it knows " + Deno.env.get("SUPABASE_SERVICE_ROLE_KEY") + request.headers.get("authorization")); });`,
  refusing: `Deno.serve(() => Response.json({ error: "No tea" }, { status: 418 }));`,
  guarded: `export default { fetch: (request) => new Response(request.method) };`,
  choosy: `
    Deno.serve((request) => new Response(null, { status: 204, headers: {
      "access-control-allow-origin": "https://club.example", "access-control-allow-methods": "PUT" } }));`,
};
const OPEN = ["mirror", "answer", "stream", "upper", "broken", "refusing"];

describe("an edge function", () => {
  const folder = mkdtempSync(join(tmpdir(), "scoreline-functions-"));
  let host: Host;
  let player: Person;

  beforeAll(async () => {
    cpSync("supabase", folder, { recursive: true });
    for (const [name, text] of Object.entries(FUNCTIONS)) {
      mkdirSync(join(folder, "functions", name));
      writeFileSync(join(folder, "functions", name, "index.ts"), text);
    }
    const settings = OPEN.map((name) => `[functions.${name}]\nverify_jwt = false\n`).join("\n");
    writeFileSync(join(folder, "config.toml"), settings, { flag: "a" });
    host = await startHost({ env: { SUPABASE_DIR: folder } });
    player = await host.person("Fay Functions");
  });
  afterAll(async () => {
    await host?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const raw = (path: string, init: RequestInit = {}) => fetch(`${host.url}/functions/v1/${path}`, init);
  const textOf = (bytes: number[]) => Buffer.from(bytes).toString();
  interface Mirrored {
    method: string;
    path: string;
    query: string;
    type: string;
    region: string | null;
    custom: string | null;
    bytes: number[];
    entries: [string, unknown][];
  }
  const mirror = async (options: Parameters<Person["api"]["functions"]["invoke"]>[1], path = "mirror") => {
    const { data, error } = await host.visitor().functions.invoke<Mirrored>(path, options);
    expect(error).toBeNull();
    return data as Mirrored;
  };

  it("receives every kind of body", async () => {
    const bytes = new Uint8Array([0, 255, 10, 13, 128]);
    const json = await mirror({ body: { goals: 2 } });
    expect([json.type, JSON.parse(textOf(json.bytes))]).toEqual(["application/json", { goals: 2 }]);
    const text = await mirror({ body: "Grüße" });
    expect([text.type, textOf(text.bytes)]).toEqual(["text/plain", "Grüße"]);
    for (const body of [bytes.buffer, new Blob([bytes]), new File([bytes], "crest.png")])
      expect(await mirror({ body })).toMatchObject({ type: "application/octet-stream", bytes: [...bytes] });
    const form = new FormData();
    form.set("team", "Arsenal");
    form.set("crest", new File(["png"], "crest.png", { type: "image/png" }));
    expect(await mirror({ body: form })).toMatchObject({
      type: "multipart/form-data",
      entries: [
        ["team", "Arsenal"],
        ["crest", ["crest.png", "image/png", "png"]],
      ],
    });
    expect(await mirror({})).toMatchObject({ bytes: [] });
    const search = await raw("mirror", {
      method: "POST",
      body: new URLSearchParams({ team: "West Ham", n: "1" }),
    });
    const sent = (await search.json()) as Mirrored;
    expect([sent.type, textOf(sent.bytes)]).toEqual([
      "application/x-www-form-urlencoded",
      "team=West+Ham&n=1",
    ]);
  });

  it("receives every method, the path after its name, the query, the region and the headers", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "GET"] as const)
      expect((await mirror({ method })).method).toBe(method);
    expect((await raw("mirror", { method: "HEAD" })).status).toBe(200);
    expect(
      await mirror(
        { region: FunctionRegion.EuWest2, headers: { "x-custom": "derby" } },
        "mirror/teams/7?order=asc",
      ),
    ).toMatchObject({
      path: "/mirror/teams/7",
      query: "?order=asc&forceFunctionRegion=eu-west-2",
      region: "eu-west-2",
      custom: "derby",
    });
  });

  it("returns every kind of body, its status and headers", async () => {
    const invoke = async (type: string) => {
      const { data, error, response } = await host.visitor().functions.invoke(`answer?type=${type}`);
      expect([error, response?.status]).toEqual([null, type === "form" ? 200 : 201]);
      return data;
    };
    expect(await invoke("application/json")).toEqual({ goals: 2 });
    expect(await invoke("text/plain")).toBe('{"goals":2}');
    for (const type of ["application/octet-stream", "application/pdf"]) {
      const blob: unknown = await invoke(type);
      expect(blob instanceof Blob && (await blob.text())).toBe('{"goals":2}');
    }
    const form: unknown = await invoke("form");
    const crest = form instanceof FormData ? form.get("crest") : null;
    expect(crest instanceof File && [crest.name, await crest.text()]).toEqual(["crest.png", "png"]);
    expect((await raw("answer?type=text/plain")).headers.get("x-own")).toBe("1");
    const { error } = await host.visitor().functions.invoke("refusing");
    expect([error?.name, error?.context.status, await error?.context.json()]).toEqual([
      "FunctionsHttpError",
      418,
      { error: "No tea" },
    ]);
  });

  it("streams chunks as they are sent, and stops when the client disconnects", async () => {
    const { data, error } = await host.visitor().functions.invoke<Response>("stream");
    expect(error).toBeNull();
    const reader = data?.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe("data: 0\n\n");
    for (let n = 0; n < 3; n++) {
      const next = reader?.read();
      expect(await (await raw("stream?wish=go")).text()).toBe("gone on");
      expect((await next)?.value).toBe("data: more\n\n");
    }
    await reader?.cancel();
    await eventually(async () => {
      await raw("stream?wish=go");
      expect(await (await raw("stream?wish=left")).json()).toBe(1);
    });
  });

  it("reads and answers while the request body is still being sent", async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const init: RequestInit & { duplex: "half" } = { method: "POST", body: readable, duplex: "half" };
    const answering = raw("upper", init);
    await writer.write(Buffer.from("first "));
    const reader = (await answering).body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe("FIRST ");
    await writer.write(Buffer.from("last"));
    await writer.close();
    expect((await reader?.read())?.value).toBe("LAST");
  });

  it("returns 500 when it throws, with the reason for this machine and the log, without secrets and tokens", async () => {
    const { error } = await player.api.functions.invoke("broken");
    expect(error?.name).toBe("FunctionsHttpError");
    const body = await error?.context.text();
    const details = "it knows [secret]Bearer [token]";
    expect([error?.context.status, JSON.parse(body)]).toMatchObject([
      500,
      { code: "EDGE_FUNCTION_ERROR", details: expect.stringContaining(details) },
    ]);
    await eventually(() => expect(host.log()).toContain(details));
    const { data } = await player.api.auth.getSession();
    for (const secret of [host.secretKey, data.session?.access_token ?? ""])
      for (const text of [host.log(), body]) expect(text).not.toContain(secret);
  });

  it("needs a token if config.toml says so, with one error format", async () => {
    const { data } = await player.api.functions.invoke("guarded");
    expect(data).toBe("POST");
    expect((await host.secret.functions.invoke("guarded")).data).toBe("POST");
    const { data: session } = await player.api.auth.getSession();
    const token = session.session?.access_token ?? "";
    const [head, claims] = token.split(".");
    const forged = `${head}.${claims}.${Buffer.from("forged").toString("base64url")}`;
    const older = `${Buffer.from('{"alg":"HS256","typ":"JWT"}').toString("base64url")}.${claims}.AAAA`;
    const refusals: [Record<string, string>, string][] = [
      [{}, "UNAUTHORIZED_NO_AUTH_HEADER"],
      [{ apikey: host.publishableKey }, "UNAUTHORIZED_NO_AUTH_HEADER"],
      [{ authorization: `Bearer ${host.publishableKey}` }, "UNAUTHORIZED_INVALID_JWT_FORMAT"],
      [{ authorization: "Bearer a.b.c" }, "UNAUTHORIZED_INVALID_JWT_FORMAT"],
      [{ authorization: `Bearer ${forged}` }, "UNAUTHORIZED_ASYMMETRIC_JWT"],
      [{ authorization: `Bearer ${older}` }, "UNAUTHORIZED_LEGACY_JWT"],
      [{ apikey: "sb_publishable_other" }, "UNAUTHORIZED_INVALID_API_KEY"],
    ];
    for (const [headers, code] of refusals) {
      const response = await raw("guarded", { method: "POST", headers });
      const body: unknown = await response.json();
      expect([code, response.status, body]).toEqual([
        code,
        401,
        { code, message: expect.any(String), error: expect.any(String) },
      ]);
      expect([response.headers.get("x-relay-error"), response.headers.get("sb-error-code")]).toEqual([
        "true",
        code,
      ]);
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
    }
    const bad = await host
      .visitor()
      .functions.invoke("guarded", { headers: { authorization: `Bearer ${forged}` } });
    expect(bad.error?.name).toBe("FunctionsRelayError");
  });

  it("runs a function without verify_jwt with any key or token, as Supabase does", async () => {
    for (const headers of [
      {},
      { apikey: "sb_publishable_other" },
      { apikey: "a.b.c" },
      { authorization: "Bearer sb_secret_other" },
      { apikey: host.publishableKey, authorization: "Bearer a.b.c" },
    ])
      expect([headers, (await raw("mirror", { method: "POST", headers })).status]).toEqual([headers, 200]);
    expect((await raw("mirror?apikey=other", { method: "POST" })).status).toBe(200);
  });

  it("answers CORS preflights itself without a token, and keeps its CORS headers", async () => {
    const preflight = await raw("choosy", {
      method: "OPTIONS",
      headers: { origin: "https://club.example", "access-control-request-method": "PUT" },
    });
    expect([
      preflight.status,
      preflight.headers.get("access-control-allow-origin"),
      preflight.headers.get("access-control-allow-methods"),
    ]).toEqual([204, "https://club.example", "PUT"]);
    expect((await raw("refusing")).headers.get("access-control-allow-origin")).toBeNull();
  });

  it("accepts ten megabytes and no more", async () => {
    const most = 10 * 1024 * 1024;
    const upload = (size: number) => raw("upper", { method: "POST", body: Buffer.alloc(size, "x") });
    const taken = await upload(most);
    expect([taken.status, (await taken.arrayBuffer()).byteLength]).toEqual([200, most]);
    const refused = await upload(most + 1);
    expect([refused.status, await refused.json()]).toMatchObject([413, { code: "REQUEST_TOO_LARGE" }]);
  });

  it("returns 404 if it does not exist", async () => {
    const { error } = await player.api.functions.invoke("no-such-function");
    expect([error?.name, error?.context.status, await error?.context.json()]).toMatchObject([
      "FunctionsRelayError",
      404,
      { code: "NOT_FOUND" },
    ]);
  });
});
