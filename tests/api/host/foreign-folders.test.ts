/**
 * Supabase projects that were not written for this host start unedited: the folders of tests/foreign, each with one
 * read and one write.
 */
import { once } from "node:events";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import ws from "ws";
import { newDatabase } from "../../engines/new-database.ts";
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
    realtime: { transport: ws as never },
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
});

describe("a project with seed.sql and no migrations", () => {
  let host: Host;
  beforeAll(async () => {
    host = await startFolder("todo-list");
  });
  afterAll(() => host?.stop());

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

  it("is not seeded again", async () => {
    const again = await startHost({
      sharedWith: host,
      env: { SUPABASE_DIR: "tests/foreign/todo-list/supabase" },
    });
    try {
      const { count } = await clientOf(again, again.secretKey)
        .from("todos")
        .select("*", { count: "exact", head: true })
        .eq("task", "Water the plants");
      expect(count).toBe(1);
    } finally {
      await again.stop();
    }
  });
});
