import { AuthClient } from "@supabase/auth-js";
import { PostgrestClient } from "@supabase/postgrest-js";
import { StorageClient } from "@supabase/storage-js";
import { Hono } from "hono";
import { describe, expect, it, vi } from "vitest";
import { eventually } from "../../tests/eventually.ts";
import { useServer } from "../database/cluster.fixture.ts";
import { DatabaseError } from "../database/database.ts";
import { limitOutageLog, refuseWhenDatabaseDown } from "./database-down.ts";

const SITE = "http://gateway.test";
const DOWN = "The database is not available. Try again in a moment.";
const FULL = expect.stringMatching(/^The disk of the server is full: nothing was saved\./);

describe("while the database is down", () => {
  const server = useServer();

  /** Services that make one database call and answer every failure with their own 500. */
  function serve(sql = "select 1 as one", work = (): Promise<object[]> => server.db.query(sql)) {
    const service = new Hono();
    service.onError((_error, c) => c.json({ message: "Internal error" }, 500, { "x-service": "own" }));
    service.on(["GET", "POST"], "/:service/v1/*", async (c) => c.json(await work()));
    service.options("/:service/v1/*", (c) => c.body(null, 204));
    const app = new Hono();
    app.use("/:service{auth|functions|realtime|rest|storage}/v1/*", refuseWhenDatabaseDown(server.db));
    app.route("/", service);
    const send = async (path: string, init?: RequestInit) => app.request(new URL(path, SITE), init);
    const fetch = (input: RequestInfo | URL, init?: RequestInit) => send(String(input), init);
    return { send, fetch };
  }

  it("answers 503, and as usual as soon as the database is back", async () => {
    const { send } = serve();
    expect((await send("/rest/v1/matches")).status).toBe(200);
    await server.stop();
    await expect.poll(() => server.db.available).toBe(false);
    for (const service of ["auth", "functions", "realtime", "rest", "storage"]) {
      const answer = await send(`/${service}/v1/anything`);
      const headers = ["retry-after", "access-control-allow-origin"].map((name) => answer.headers.get(name));
      expect([answer.status, headers]).toEqual([503, ["1", "*"]]);
      expect(answer.headers.get("access-control-expose-headers")).toContain("retry-after");
      expect(await answer.json()).toMatchObject({ message: DOWN, msg: DOWN, error: DOWN, code: "08006" });
    }
    expect(await (await send("/rest/v1/matches", { method: "HEAD" })).text()).toBe("");
    await server.start();
    await expect.poll(() => server.db.available).toBe(true);
    expect((await send("/rest/v1/matches")).status).toBe(200);
  });

  it("answers 503 instead of 500 when the database is lost during the request", async () => {
    const { send } = serve("select pg_sleep(60)");
    const answer = send("/rest/v1/matches");
    await eventually(async () => {
      const [row] = await server.db.query<{ n: number }>(
        "select count(*) as n from pg_stat_activity where wait_event = 'PgSleep'",
      );
      expect(row?.n).toBe(1);
    });
    await server.stop();
    const { status, headers } = await answer;
    expect([status, headers.get("retry-after"), headers.get("x-service")]).toEqual([503, "1", null]);
    await server.start();
    await expect.poll(() => server.db.available).toBe(true);
  });

  it("leaves other errors as the service answers them", async () => {
    const { send } = serve("select wrong");
    const answer = await send("/rest/v1/matches");
    expect([answer.status, answer.headers.get("x-service")]).toEqual([500, "own"]);
  });

  it("answers preflight requests, so that a browser can read the 503", async () => {
    await server.stop();
    await expect.poll(() => server.db.available).toBe(false);
    expect((await serve().send("/rest/v1/matches", { method: "OPTIONS" })).status).toBe(204);
    await server.start();
    await expect.poll(() => server.db.available).toBe(true);
  });

  it("tells the clients of the services that the disk is full", async () => {
    const { fetch } = serve(
      "do $$ begin raise exception 'could not extend file \"base/5/1\"' using errcode = '53100'; end $$",
    );
    const rest = await new PostgrestClient(`${SITE}/rest/v1`, { fetch })
      .from("predictions")
      .insert({ id: 1 });
    expect(rest).toMatchObject({ status: 503, error: { code: "53100", message: FULL } });
    const storage = await new StorageClient(`${SITE}/storage/v1`, {}, fetch).from("avatars").upload("a", "b");
    expect(storage.error).toMatchObject({ status: 503, message: FULL });
    const auth = new AuthClient({
      url: `${SITE}/auth/v1`,
      fetch,
      autoRefreshToken: false,
      persistSession: false,
    });
    const { error } = await auth.signInWithOtp({ email: "ann@club.example" });
    expect(error).toMatchObject({ name: "AuthRetryableFetchError", status: 503 });
    expect(await (await fetch(`${SITE}/auth/v1/otp`, { method: "POST" })).json()).toMatchObject({
      msg: FULL,
    });
  });

  it("tells the client when an upload finds the disk full", async () => {
    const noSpace = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    const { send } = serve("", () => Promise.reject(noSpace));
    const answer = await send("/storage/v1/object/a/b", { method: "POST", body: "c" });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await answer.json()).toMatchObject({ message: FULL });
  });

  it("logs at most one line a second about an outage, but every other line", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const lines: string[] = [];
    const database = { available: true };
    const log = limitOutageLog((event) => lines.push(event), database);
    const full = new DatabaseError("full", "53100");
    log("first", full);
    log("second", full);
    log("other", new DatabaseError("wrong", "42703"));
    vi.advanceTimersByTime(1000);
    log("third", full);
    database.available = false;
    log("function", new Error("unsubscribe answered 503"));
    vi.advanceTimersByTime(1000);
    log("job", new Error("send-messages answered 503"));
    vi.useRealTimers();
    expect(lines).toEqual(["first", "other", "third", "job"]);
  });
});
