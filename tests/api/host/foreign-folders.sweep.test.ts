/**
 * Supabase projects that were not written for this host start unedited: the folders of tests/foreign, each with one
 * read and one write.
 */
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import {
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  SignJWT,
} from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import ws from "ws";
import { newDatabase } from "../../engines/new-database.ts";
import { REALTIME } from "../../realtime-options.ts";
import { linkIn, messageTo } from "../support/auth-host.ts";
import { type Host, startHost } from "../support/host.ts";

const PASSWORD = "a long enough password";

/** A host that serves the folder as it is, with a new database. */
async function startFolder(name: string, env: Record<string, string> = {}): Promise<Host> {
  return startHost({
    databaseUrl: await newDatabase("empty"),
    env: { SUPABASE_DIR: `tests/foreign/${name}/supabase`, ...env },
  });
}

/** A client of the project's own tables, which the club's types do not have. */
function clientOf(host: Host, key = host.publishableKey): SupabaseClient {
  return createClient(host.url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: REALTIME,
  });
}

/**
 * As with the CLI, site_url is the application's address and the API has its own: links of emails go to API_EXTERNAL_URL
 * and lead to site_url. Source: supabase/cli, internal/start/start.go (GOTRUE_SITE_URL, API_EXTERNAL_URL,
 * GOTRUE_JWT_ISSUER); https://supabase.com/docs/guides/auth/redirect-urls.
 */
describe("an application on another origin than the API", () => {
  const APP = "http://localhost:5173";
  let host: Host;
  beforeAll(async () => {
    host = await startFolder("reading-notes", { AUTH_CONFIRM: "always" });
  });
  afterAll(() => host?.stop());

  /** Where the link of a new account's email leads. */
  const targetOf = async (email: string, emailRedirectTo?: string): Promise<URL> => {
    const options = emailRedirectTo === undefined ? {} : { emailRedirectTo };
    const { error } = await clientOf(host).auth.signUp({ email, password: PASSWORD, options });
    expect(error).toBeNull();
    const link = linkIn(await messageTo(host, email));
    expect(`${link.origin}${link.pathname}`).toBe(`${host.url}/auth/v1/verify`);
    const response = await fetch(link, { redirect: "manual" });
    return new URL(response.headers.get("location") ?? "");
  };

  it("receives the visitors of its emails, through the API's own address", async () => {
    const target = await targetOf("ana@notes.test");
    expect(target.origin).toBe(APP);
    const token = new URLSearchParams(target.hash.slice(1)).get("access_token") ?? "";
    expect(decodeJwt(token).iss).toBe(`${host.url}/auth/v1`);
  });

  it.each([
    [`${APP}/welcome`, `${APP}/welcome`],
    ["https://pr-7.notes-preview.test/welcome", "https://pr-7.notes-preview.test/welcome"],
    ["readingnotes://signed-in", "readingnotes://signed-in"],
    ["https://stranger.test/welcome", `${APP}`],
    ["/outbox", `${APP}`],
  ])("asks for %s and its visitors arrive at %s", async (wanted, arrived) => {
    const target = await targetOf(`${crypto.randomUUID()}@notes.test`, wanted);
    expect(target.href.split("#")[0]?.replace(/\/$/, "")).toBe(arrived);
  });

  it("may call every service from its origin", async () => {
    for (const path of ["auth/v1/token?grant_type=password", "rest/v1/notes"]) {
      const preflight = await fetch(`${host.url}/${path}`, {
        method: "OPTIONS",
        headers: {
          origin: APP,
          "access-control-request-method": "POST",
          "access-control-request-headers": "apikey,authorization,content-type,prefer",
        },
      });
      expect([path, preflight.ok]).toEqual([path, true]);
      expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
      expect(preflight.headers.get("access-control-allow-headers")).toContain("authorization");
    }
    const answer = await fetch(`${host.url}/rest/v1/notes`, {
      headers: { origin: APP, apikey: host.publishableKey },
    });
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
  });

  it("reads and writes its table", async () => {
    const target = await targetOf("ben@notes.test");
    const values = new URLSearchParams(target.hash.slice(1));
    const api = clientOf(host);
    await api.auth.setSession({
      access_token: values.get("access_token") ?? "",
      refresh_token: values.get("refresh_token") ?? "",
    });
    expect((await api.from("notes").insert({ book: "Middlemarch" })).error).toBeNull();
    expect((await api.from("notes").select("book")).data).toEqual([{ book: "Middlemarch" }]);
    expect((await clientOf(host).from("notes").select("book")).data).toEqual([]);
  });

  it("has the rows of every seed", async () => {
    const { data } = await clientOf(host, host.secretKey)
      .from("notes")
      .select("book, body")
      .eq("book", "Emma");
    expect(data).toEqual([{ book: "Emma", body: "Read again in spring." }]);
  });

  /**
   * `supabase start` runs no program for a disabled service, and Supabase's gateway has this answer for a path without
   * one. Source: supabase/cli, internal/start/start.go; Kong's "no Route matched with those values".
   */
  it.each([
    "storage/v1/bucket",
    "storage/v1/object/public/a/b.png",
    "functions/v1/hello",
    "realtime/v1/api/broadcast",
    "realtime/v1/websocket?vsn=1.0.0",
  ])("answers 404 for %s of a disabled service", async (path) => {
    const headers = { apikey: host.secretKey, authorization: `Bearer ${host.secretKey}` };
    const response = await fetch(`${host.url}/${path}`, { headers });
    expect([response.status, await response.json()]).toEqual([
      404,
      { message: "no Route matched with those values" },
    ]);
  });

  it("opens no socket of the disabled realtime service", async () => {
    const socket = new ws(
      `${host.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${host.publishableKey}`,
    );
    const [error] = await once(socket, "error");
    expect(String(error)).toContain("404");
  });

  it("limits sign-ups through a proxy, and not those of the developer at this machine", async () => {
    const signUp = async (headers: Record<string, string> = {}) => {
      const response = await fetch(`${host.url}/auth/v1/signup`, {
        method: "POST",
        headers: { apikey: host.publishableKey, "content-type": "application/json", ...headers },
        body: JSON.stringify({ email: `${crypto.randomUUID()}@notes.test`, password: PASSWORD }),
      });
      return ((await response.json()) as { error_code?: string }).error_code;
    };
    // sign_in_sign_ups is 30. The limit of emails has another code.
    const send = async (count: number, headers?: Record<string, string>) => {
      const codes = [];
      for (let index = 0; index < count; index += 1) codes.push(await signUp(headers));
      return codes.filter((code) => code === "over_request_rate_limit").length;
    };
    expect(await send(31)).toBe(0);
    expect(await send(31, { "x-forwarded-for": "203.0.113.9" })).toBe(1);
    expect(await send(1)).toBe(0);
  });
});

describe("a project with seed.sql and no migrations", () => {
  let host: Host;
  beforeAll(async () => {
    host = await startFolder("todo-list", { DEMO_KEYS: "loopback" });
  });
  afterAll(() => host?.stop());

  /**
   * The keys that the CLI prints for every project without keys of its own. Source: supabase/cli, pkg/config/apikeys.go
   * (defaultJwtSecret, defaultJwtExpiry, CustomClaims).
   */
  const demoKey = (role: string) =>
    new SignJWT({ iss: "supabase-demo", role, exp: 1983812996 })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .sign(new TextEncoder().encode("super-secret-jwt-token-with-at-least-32-characters-long"));

  it("accepts the CLI's demo keys, as npm run host does", async () => {
    const anon = clientOf(host, await demoKey("anon"));
    expect((await anon.from("todos").select("task").eq("is_complete", true)).data).toHaveLength(1);
    const service = clientOf(host, await demoKey("service_role"));
    expect((await service.auth.admin.listUsers()).error).toBeNull();
    const signedUp = await anon.auth.signUp({ email: "demo@todos.test", password: PASSWORD });
    expect(decodeProtectedHeader(signedUp.data.session?.access_token ?? "").alg).toBe("HS256");
    expect((await anon.from("todos").insert({ task: "Call mum" })).error).toBeNull();
    expect((await anon.from("todos").delete().eq("task", "Call mum")).error).toBeNull();
  });

  it("refuses requests of other machines and of other sites' pages, because its keys are public", async () => {
    const apikey = await demoKey("service_role");
    const ask = async (headers: Record<string, string>) =>
      (await fetch(`${host.url}/rest/v1/todos`, { headers: { apikey, ...headers } })).status;
    expect(await ask({})).toBe(200);
    expect(await ask({ "x-forwarded-for": "203.0.113.9" })).toBe(403);
    expect(await ask({ origin: "http://localhost:3000" })).toBe(200);
    expect(await ask({ origin: "https://stranger.test" })).toBe(403);
    // The page's developer can read why, also after a preflight.
    for (const headers of [{ origin: "https://stranger.test" }, { "x-forwarded-for": "203.0.113.9" }]) {
      const refusal = await fetch(`${host.url}/rest/v1/todos`, { headers: { apikey, ...headers } });
      expect([refusal.status, refusal.headers.get("access-control-allow-origin")]).toEqual([403, "*"]);
      const preflight = await fetch(`${host.url}/rest/v1/todos`, {
        method: "OPTIONS",
        headers: { ...headers, "access-control-request-method": "GET" },
      });
      expect([preflight.ok, preflight.headers.get("access-control-allow-origin")]).toEqual([true, "*"]);
    }
    const url = `${host.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${apikey}`;
    const [refused] = await once(new ws(url, { origin: "https://stranger.test" }), "error");
    expect(String(refused)).toContain("401");
  });

  it("reads and writes the table that the seed made", async () => {
    const api = clientOf(host);
    const { error } = await api.auth.signUp({ email: "cleo@todos.test", password: PASSWORD });
    expect(error).toBeNull();
    expect((await api.from("todos").insert({ task: "Buy bread" })).error).toBeNull();
    expect((await api.from("todos").select("task").order("id")).data).toEqual([
      { task: "Water the plants" },
      { task: "Buy bread" },
    ]);
  });

  it("is not seeded again, and as a public site refuses the demo keys", async () => {
    const again = await startHost({
      sharedWith: host,
      env: {
        DEMO_KEYS: "loopback",
        SUPABASE_DIR: "tests/foreign/todo-list/supabase",
        SITE_URL: "https://todos.test",
        PASSWORD_COST: "full",
      },
    });
    try {
      const { count } = await clientOf(again, again.secretKey)
        .from("todos")
        .select("*", { count: "exact", head: true })
        .eq("task", "Water the plants");
      expect(count).toBe(1);
      const refused = await clientOf(again, await demoKey("service_role"))
        .from("todos")
        .select();
      expect(refused.status).toBe(401); // a public site
    } finally {
      await again.stop();
    }
  });
});

/**
 * The first exposed schema is the default one, and a request's search path is its schema plus extra_search_path. Source:
 * PostgREST, src/PostgREST/Query/PreQuery.hs (searchPathSql, pathSql, headersSql, cookiesSql);
 * https://docs.postgrest.org/en/stable/references/auth.html (user impersonation).
 */
describe("a project with its own schema, role and signing keys", () => {
  const project = mkdtempSync(join(tmpdir(), "scoreline-blog-"));
  let [newer, older]: JWK[] = [];
  let host: Host;
  beforeAll(async () => {
    [newer, older] = [await newKey("RS256"), await newKey("ES256")];
    cpSync("tests/foreign/blog", project, { recursive: true });
    writeFileSync(join(project, "supabase/signing_keys.json"), JSON.stringify([newer, older]));
    host = await startFolder("blog", { SUPABASE_DIR: join(project, "supabase"), DEMO_KEYS: "loopback" });
  });
  afterAll(async () => {
    await host?.stop();
    rmSync(project, { recursive: true, force: true });
  });

  const ask = async (path: string, { token, ...init }: RequestInit & { token?: string } = {}) => {
    const headers = new Headers(init.headers);
    headers.set("apikey", host.publishableKey);
    if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
    const response = await fetch(`${host.url}/rest/v1/${path}`, { ...init, headers });
    const text = await response.text();
    return { status: response.status, body: text === "" ? null : JSON.parse(text) };
  };
  const titled = (title: string, token?: string) =>
    ask("posts", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ title }),
      ...(token === undefined ? {} : { token }),
    });

  it("serves its schema without a profile header", async () => {
    expect(await ask("posts?select=title")).toEqual({ status: 200, body: [{ title: "Hello" }] });
    expect(await ask("rpc/count_posts")).toEqual({ status: 200, body: 1 });
    expect((await ask("posts", { headers: { "accept-profile": "public" } })).status).toBe(406);
  });

  it("tells its functions the path, the headers and the cookies of the request", async () => {
    const headers = { "accept-language": "fr-MU", cookie: "theme=dark; other=1" };
    expect((await ask("rpc/request_info", { headers })).body).toEqual({
      path: "/rpc/request_info",
      method: "GET",
      search_path: '"blog", "extensions"',
      language: "fr-MU",
      cookie_header: null,
      theme: "dark",
    });
    expect((await ask("rpc/request_info")).body).toMatchObject({ theme: null });
  });

  it("signs with the first key, verifies with every key and publishes no private part", async () => {
    const { data } = await clientOf(host).auth.signUp({ email: "ada@blog.test", password: PASSWORD });
    const token = data.session?.access_token ?? "";
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: "RS256", kid: newer?.kid });
    expect((await ask("posts", { token })).status).toBe(200);
    for (const key of [newer, older]) {
      expect((await ask("posts", { token: await signed(key, { role: "authenticated" }) })).status).toBe(200);
    }
    const stranger = await newKey("RS256", newer?.kid);
    expect((await ask("posts", { token: await signed(stranger, { role: "authenticated" }) })).status).toBe(
      401,
    );
    const published = await (await fetch(`${host.url}/auth/v1/.well-known/jwks.json`)).json();
    expect(published.keys.slice(0, 2)).toEqual([
      { ...publicPart(newer, ["n", "e"]), alg: "RS256", kty: "RSA" },
      { ...publicPart(older, ["crv", "x", "y"]), alg: "ES256", kty: "EC" },
    ]);
    const members = published.keys.flatMap((key: object) => Object.keys(key));
    expect(["d", "p", "q", "dp", "dq", "qi", "k"].filter((name) => members.includes(name))).toEqual([]);
  });

  it("runs a request as the token's role if it is granted to authenticator", async () => {
    const editor = await signed(older, { role: "blog_editor", sub: crypto.randomUUID() });
    expect((await titled("By an editor", editor)).status).toBe(201);
    expect((await ask("posts?select=title", { token: editor })).body).toHaveLength(3);
    const author = await signed(newer, { role: "authenticated", sub: crypto.randomUUID() });
    expect((await titled("By nobody", author)).status).toBe(403);
  });

  it.each([
    ["blog_auditor", 403, { code: "42501", message: 'permission denied to set role "blog_auditor"' }],
    ["blog_stranger", 401, { code: "22023", message: 'role "blog_stranger" does not exist' }],
    ["postgres", 403, { code: "42501", message: 'permission denied to set role "postgres"' }],
    ["supabase_auth_admin", 403, { code: "42501" }],
  ])("refuses a token for the role %s with %i", async (role, status, body) => {
    const token = await signed(newer, { role });
    expect(await ask("posts", { token })).toMatchObject({ status, body });
  });
});

async function newKey(alg: "RS256" | "ES256", kid: string = crypto.randomUUID()): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg, use: "sig", key_ops: ["sign", "verify"], ext: true };
}

async function signed(key: JWK | undefined, claims: object): Promise<string> {
  if (key?.alg === undefined || key.kid === undefined) throw new Error("no key");
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: key.alg, kid: key.kid })
    .setExpirationTime("1h")
    .sign(await importJWK({ ...key, key_ops: ["sign"] }, key.alg));
}

/** The public members of a key as JWKS publishes them. */
function publicPart(key: JWK | undefined, names: readonly string[]): object {
  const members = names.map((name) => [name, key?.[name as keyof JWK]]);
  return { kid: key?.kid, ...Object.fromEntries(members), use: "sig", key_ops: ["verify"], ext: true };
}
