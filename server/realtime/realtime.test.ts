import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createClient,
  type RealtimeChannel,
  type RealtimePostgresChangesPayload,
} from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import WebSocket from "ws";
import { bootstrap } from "../database/bootstrap.ts";
import type { Database } from "../database/database.ts";
import { openDatabase } from "../database/open.ts";
import { createAddressReader } from "../gateway/address.ts";
import { type Keys, newKeys } from "../gateway/keys.ts";
import { createTokens, type Tokens } from "../gateway/tokens.ts";
import { attachRealtime, type Realtime } from "./realtime.ts";

type Change = RealtimePostgresChangesPayload<Record<string, unknown>>;

/** A busy machine may be slow; a change that is lost stays lost. */
const PATIENCE = { timeout: 5000 };

const ADA = "00000000-0000-4000-8000-00000000000a";
const BOB = "00000000-0000-4000-8000-00000000000b";

const dataDir = mkdtempSync(join(tmpdir(), "realtime-test-"));
let database: Database;
let keys: Keys;
let tokens: Tokens;
let server: Server;
let realtime: Realtime;
let url: string;
let close: (() => unknown)[] = [];

beforeAll(async () => {
  database = await openDatabase({ dataDir, sync: false });
  await bootstrap(database);
  await database.script(`
    create table public.fixtures (id int primary key, status text not null, kickoff timestamptz default now());
    alter table public.fixtures enable row level security;
    create policy "anyone sees the fixtures" on public.fixtures for select using (true);
    grant select on public.fixtures to anon, authenticated;
    create table public.letters (id int primary key, owner uuid not null, body text, secret text);
    alter table public.letters enable row level security;
    create policy "owners see their letters" on public.letters for select to authenticated using (owner = (select auth.uid()));
    revoke all on public.letters from anon, authenticated;
    grant select (id, owner, body) on public.letters to authenticated;
    create table public.quiet (id int primary key);
    alter publication supabase_realtime add table public.fixtures, public.letters;`);
  keys = await newKeys();
  tokens = await createTokens(keys.signing_keys);
});

beforeEach(async () => {
  await database.script("delete from public.fixtures; delete from public.letters; delete from host.changes");
  server = createServer();
  const gateway = { keys, tokens, address: createAddressReader([]) };
  const log = (event: string, error: unknown) => {
    throw new Error(event, { cause: error });
  };
  realtime = await attachRealtime(server, { database, gateway, log });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  close = [];
});

afterEach(async () => {
  for (const end of close) await end();
  await realtime.close();
  await new Promise((closed) => server.close(closed));
});

afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function token(sub: string, seconds = 600): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return tokens.sign({ sub, role: "authenticated", aud: "authenticated", iat: now, exp: now + seconds });
}

interface Wish {
  event?: "*" | "INSERT" | "UPDATE" | "DELETE";
  table: string;
  filter?: string;
  as?: string;
  key?: string;
}

/** Subscribes with the official client; resolves once the server says that changes flow. */
async function subscribe({ event = "*", table, filter, as, key = keys.publishable_key }: Wish) {
  const client = createClient(url, key, {
    auth: { persistSession: false },
    realtime: { transport: WebSocket as never },
  });
  if (as !== undefined) await client.realtime.setAuth(as);
  close.push(() => client.realtime.disconnect());
  const heard: Change[] = [];
  const system: { status: string; message: string }[] = [];
  const channel: RealtimeChannel = client
    .channel("table-changes")
    .on("system", {}, (message) => system.push(message))
    .on(
      "postgres_changes",
      { event: event as "*", schema: "public", table, ...(filter === undefined ? {} : { filter }) },
      (change: Change) => heard.push(change),
    );
  channel.subscribe();
  await vi.waitFor(() => expect(system).not.toEqual([]), PATIENCE);
  return { client, channel, heard, system };
}

const arrives = (heard: Change[], count: number) =>
  vi.waitFor(() => expect(heard).toHaveLength(count), PATIENCE);

describe("changes of a live table", () => {
  test("reach a subscriber in upstream's form", async () => {
    const { heard, system } = await subscribe({ table: "fixtures" });
    expect(system).toMatchObject([{ status: "ok", message: "Subscribed to PostgreSQL" }]);
    await database.query("insert into public.fixtures (id, status) values (1, 'upcoming')");
    await arrives(heard, 1);
    await database.query("update public.fixtures set status = 'completed'");
    await arrives(heard, 2);
    await database.query("delete from public.fixtures");
    await arrives(heard, 3);
    expect(heard[0]).toMatchObject({ eventType: "INSERT", new: { id: 1, status: "upcoming" }, old: {} });
    expect(heard[1]).toMatchObject({
      schema: "public",
      table: "fixtures",
      eventType: "UPDATE",
      new: { id: 1, status: "completed" },
      old: { id: 1 },
      errors: null,
    });
    expect(heard[2]).toMatchObject({ eventType: "DELETE", new: {}, old: { id: 1 } });
    expect(Number.isNaN(Date.parse(heard[1]?.commit_timestamp ?? ""))).toBe(false);
  });

  test("are chosen by event and filter", async () => {
    const updates = await subscribe({ event: "UPDATE", table: "fixtures", filter: "id=in.(2,3)" });
    const all = await subscribe({ table: "fixtures", filter: "status=neq.upcoming" });
    await database.query(
      "insert into public.fixtures (id, status) select n, 'upcoming' from generate_series(1, 4) as n",
    );
    await database.query("update public.fixtures set status = 'live'");
    await arrives(all.heard, 4);
    expect(updates.heard.map(({ new: row }) => "id" in row && row.id)).toEqual([2, 3]);
  });

  test("that are rolled back reach nobody", async () => {
    const { heard } = await subscribe({ table: "fixtures" });
    const rolledBack = database.transaction(null, async (tx) => {
      await tx.query("insert into public.fixtures (id, status) values (1, 'upcoming')");
      throw new Error("no");
    });
    await expect(rolledBack).rejects.toThrow("no");
    await database.query("insert into public.fixtures (id, status) values (2, 'upcoming')");
    await arrives(heard, 1);
    expect(heard[0]?.new).toMatchObject({ id: 2 });
  });

  test("of a table that joins the publication later are live, and stop with it", async () => {
    const early = await subscribe({ table: "quiet" });
    expect(early.system[0]?.status).toBe("error");
    await database.script(
      "alter publication supabase_realtime add table public.quiet; grant select on public.quiet to anon",
    );
    const { heard } = await subscribe({ table: "quiet" });
    await database.query("insert into public.quiet values (1)");
    await arrives(heard, 1);
    await database.script("alter publication supabase_realtime drop table public.quiet");
    await database.query("insert into public.quiet values (2)");
    expect(await database.query("select id from host.changes where record ->> 'id' = '2'")).toEqual([]);
  });
});

describe("row-level security", () => {
  test("shows each subscriber their own rows, and only the columns they may read", async () => {
    const ada = await subscribe({ table: "letters", as: await token(ADA) });
    const bob = await subscribe({ table: "letters", as: await token(BOB) });
    const admin = await subscribe({ table: "letters", key: keys.secret_key });
    await database.query(
      "insert into public.letters values (1, $1::uuid, 'to Ada', 'x'), (2, $2::uuid, 'to Bob', 'x')",
      [ADA, BOB],
    );
    await arrives(admin.heard, 2);
    await arrives(ada.heard, 1);
    await arrives(bob.heard, 1);
    expect(ada.heard[0]?.new).toEqual({ id: 1, owner: ADA, body: "to Ada" });
    expect(bob.heard[0]?.new).toEqual({ id: 2, owner: BOB, body: "to Bob" });
    expect(admin.heard[0]?.new).toMatchObject({ secret: "x" });
    const stranger = await subscribe({ table: "letters" });
    await database.query("update public.letters set body = 'again' where id = 1");
    await arrives(ada.heard, 2);
    await database.query("delete from public.letters where id = 1");
    await arrives(ada.heard, 3);
    expect([bob.heard.length, stranger.heard.length]).toEqual([2, 0]);
    expect(bob.heard[1]).toMatchObject({ eventType: "DELETE", old: { id: 1 } });
  });

  test("follows the token when another account takes over the channel", async () => {
    const { client, heard } = await subscribe({ table: "letters" });
    await client.realtime.setAuth(await token(BOB));
    await vi.waitFor(async () => {
      await database.query("delete from public.letters");
      await database.query("insert into public.letters values (2, $1::uuid, 'to Bob', 'x')", [BOB]);
      expect(heard.filter(({ eventType }) => eventType === "INSERT")).not.toEqual([]);
    }, PATIENCE);
  });

  test("a filter on a column one may not read is refused", async () => {
    const { system } = await subscribe({ table: "letters", filter: "secret=eq.x", as: await token(ADA) });
    expect(system[0]).toMatchObject({
      status: "error",
      message: expect.stringContaining("Unable to subscribe"),
    });
  });
});

describe("a channel", () => {
  test("ends with its token", async () => {
    const { system } = await subscribe({ table: "fixtures", as: await token(ADA, 1) });
    await vi.waitFor(() => expect(system.at(-1)?.message).toBe("Access token has expired"), {
      timeout: 5000,
    });
  });

  test("is left on request", async () => {
    const { client, channel, heard } = await subscribe({ table: "fixtures" });
    expect(await client.removeChannel(channel)).toBe("ok");
    const other = await subscribe({ table: "fixtures" });
    await database.query("insert into public.fixtures (id, status) values (1, 'upcoming')");
    await arrives(other.heard, 1);
    expect(heard).toEqual([]);
  });

  test("carries broadcasts to the others", async () => {
    const from = await subscribe({ table: "fixtures" });
    const to = await subscribe({ table: "fixtures" });
    const got: unknown[] = [];
    to.channel.on("broadcast", { event: "cheer" }, (message) => got.push(message.payload));
    await from.channel.send({ type: "broadcast", event: "cheer", payload: { loud: true } });
    await vi.waitFor(() => expect(got).toEqual([{ loud: true }]));
  });
});

describe("the socket", () => {
  function open(query: string): Promise<WebSocket> {
    const socket = new WebSocket(`${url.replace("http", "ws")}/realtime/v1/websocket?${query}`);
    close.push(() => socket.terminate());
    return new Promise((opened, failed) => socket.once("open", () => opened(socket)).once("error", failed));
  }

  function next(socket: WebSocket): Promise<unknown> {
    return new Promise((heard) => socket.once("message", (data) => heard(JSON.parse(String(data)))));
  }

  test("refuses another project's key", async () => {
    await expect(open("apikey=sb_publishable_other&vsn=1.0.0")).rejects.toThrow("401");
  });

  test("speaks the object form of version 1.0.0", async () => {
    const socket = await open(`apikey=${keys.publishable_key}&vsn=1.0.0`);
    const answer = next(socket);
    socket.send(JSON.stringify({ topic: "phoenix", event: "heartbeat", payload: {}, ref: "7" }));
    expect(await answer).toEqual({
      topic: "phoenix",
      event: "phx_reply",
      payload: { status: "ok", response: {} },
      ref: "7",
      join_ref: null,
    });
  });

  test("refuses a join with a token that is no good", async () => {
    const socket = await open(`apikey=${keys.publishable_key}&vsn=2.0.0`);
    const answer = next(socket);
    socket.send(
      JSON.stringify([
        "1",
        "1",
        "realtime:x",
        "phx_join",
        { config: {}, access_token: await token(ADA, -10) },
      ]),
    );
    expect(await answer).toMatchObject(["1", "1", "realtime:x", "phx_reply", { status: "error" }]);
  });

  test("survives what is no message", async () => {
    const socket = await open(`apikey=${keys.publishable_key}&vsn=2.0.0`);
    for (const odd of [
      "",
      "{",
      "[]",
      "null",
      '["1","1",{},"phx_join",{}]',
      Buffer.from([3, 255, 255, 255, 255, 255, 1]),
    ]) {
      socket.send(odd);
    }
    const answer = next(socket);
    socket.send(JSON.stringify([null, "2", "phoenix", "heartbeat", {}]));
    expect(await answer).toEqual([null, "2", "phoenix", "phx_reply", { status: "ok", response: {} }]);
  });

  test("is dropped when it does not read, and others are served on", async () => {
    const slow = await open(`apikey=${keys.publishable_key}&vsn=2.0.0`);
    const joined = next(slow);
    const config = { postgres_changes: [{ event: "*", schema: "public", table: "fixtures" }] };
    slow.send(JSON.stringify(["1", "1", "realtime:slow", "phx_join", { config }]));
    await joined;
    const { heard } = await subscribe({ table: "fixtures" });
    expect(realtime.size).toBe(2);
    slow.pause();
    await database.query(
      "insert into public.fixtures (id, status) select n, repeat('x', 200000) from generate_series(1, 200) as n",
    );
    await arrives(heard, 200);
    await vi.waitFor(() => expect(realtime.size).toBe(1), PATIENCE);
  });

  test("is closed when it talks too fast", async () => {
    const socket = await open(`apikey=${keys.publishable_key}&vsn=2.0.0`);
    const closed = new Promise((done) => socket.once("close", done));
    for (let n = 0; n < 300; n++) socket.send(JSON.stringify([null, String(n), "phoenix", "heartbeat", {}]));
    expect(await closed).toBe(1008);
  });
});
