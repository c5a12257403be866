import { createServer } from "node:http";
import {
  createClient,
  type RealtimeChannel,
  type RealtimePostgresChangesPayload,
  type SupabaseClient,
} from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import WebSocket from "ws";
import { openTestDatabase } from "../../tests/engines/open-test-database.ts";
import { eventually } from "../../tests/eventually.ts";
import { REALTIME } from "../../tests/realtime-options.ts";
import type { Database } from "../database/database.ts";
import { createAddressReader } from "../gateway/address.ts";
import { type Keys, newKeys } from "../gateway/keys.ts";
import { createTokens, type Tokens } from "../gateway/tokens.ts";
import { serveUpgrades } from "../gateway/upgrades.ts";
import { createRealtime, type Sockets } from "./realtime.ts";

export type Change = RealtimePostgresChangesPayload<Record<string, unknown>>;

export const ADA = "00000000-0000-4000-8000-00000000000a";
export const BOB = "00000000-0000-4000-8000-00000000000b";

export interface Wish {
  event?: "*" | "INSERT" | "UPDATE" | "DELETE";
  table: string;
  filter?: string;
  /** The subscriber's token. */
  as?: string;
  key?: string;
}

export interface Subscription {
  client: SupabaseClient;
  channel: RealtimeChannel;
  received: Change[];
  system: { status: string; message: string }[];
}

export interface RealtimeHost {
  database: Database;
  keys: Keys;
  realtime: Sockets;
  token(sub: string, seconds?: number): Promise<string>;
  /** Subscribes with the official client; resolves when the server reports the result. */
  subscribe(wish: Wish): Promise<Subscription>;
  /** A plain web socket. */
  open(query: string): Promise<WebSocket>;
}

/** `fixtures` is readable by all, `letters` by their owners, and `quiet` is not published. */
const TABLES = `
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
  alter publication supabase_realtime add table public.fixtures, public.letters;`;

/** Opens one database per test file. Each test gets empty tables and a new server. */
export function useRealtimeHost(): () => RealtimeHost {
  let database: Database;
  let keys: Keys;
  let tokens: Tokens;
  let host: RealtimeHost & { close(): Promise<void> };
  beforeAll(async () => {
    database = await openTestDatabase("bootstrapped");
    await database.script(TABLES);
    keys = await newKeys();
    tokens = await createTokens(keys.signing_keys);
  });
  beforeEach(async () => {
    await database.script(
      "delete from public.fixtures; delete from public.letters; delete from host.changes",
    );
    host = await openHost(database, keys, tokens);
  });
  afterEach(() => host.close());
  afterAll(() => database.close());
  return () => host;
}

async function openHost(database: Database, keys: Keys, tokens: Tokens) {
  const close: (() => unknown)[] = [];
  const server = createServer();
  const gateway = { keys, tokens, address: createAddressReader([]) };
  const log = (event: string, error: unknown) => {
    throw new Error(event, { cause: error });
  };
  const realtime = await createRealtime({ database, gateway, log }).open();
  serveUpgrades(server, [realtime]);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;

  return {
    database,
    keys,
    realtime,
    token(sub: string, seconds = 600) {
      const now = Math.floor(Date.now() / 1000);
      return tokens.sign({ sub, role: "authenticated", aud: "authenticated", iat: now, exp: now + seconds });
    },
    async subscribe({ event = "*", table, filter, as, key = keys.publishable_key }: Wish) {
      const client: SupabaseClient = createClient(url, key, {
        auth: { persistSession: false },
        realtime: REALTIME,
      });
      if (as !== undefined) await client.realtime.setAuth(as);
      close.push(() => client.realtime.disconnect());
      const received: Change[] = [];
      const system: Subscription["system"] = [];
      const channel = client
        .channel("table-changes")
        .on("system", {}, (message) => system.push(message))
        .on(
          "postgres_changes",
          { event: event as "*", schema: "public", table, ...(filter === undefined ? {} : { filter }) },
          (change: Change) => received.push(change),
        );
      channel.subscribe();
      await eventually(() => expect(system).not.toEqual([]));
      return { client, channel, received, system };
    },
    open(query: string) {
      const socket = new WebSocket(`${url.replace("http", "ws")}/realtime/v1/websocket?${query}`);
      close.push(() => socket.terminate());
      return new Promise<WebSocket>((opened, failed) =>
        socket.once("open", () => opened(socket)).once("error", failed),
      );
    },
    async close() {
      for (const end of close) await end();
      await realtime.close();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Waits for the expected changes and checks that no others arrive. */
export const arrives = (received: Change[], count: number) =>
  eventually(() => expect(received).toHaveLength(count));
