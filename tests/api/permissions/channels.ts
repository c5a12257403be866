/** What the callers of the permission matrix may do on realtime's topics and receive from published tables. */
import pg from "pg";
import { openSocket, type RawSocket } from "../support/raw-websocket.ts";
import { type Caller, type Matrix, send } from "./callers.ts";
import { tableOf } from "./cases.ts";
import { aMatch, ROWS, type Row } from "./rows.ts";
import { CHANGES, type TOPICS } from "./table.ts";

type Kind = keyof typeof TOPICS;
type TopicVerb = keyof (typeof TOPICS)[Kind];

/** "yes", or why the caller was refused. */
export async function attemptTopic(
  { world }: Matrix,
  caller: Caller,
  kind: Kind,
  verb: TopicVerb,
): Promise<string> {
  const topic = kind === "member" ? `member:${world.player.id}` : `topic-${world.next()}`;
  if (verb === "post") {
    const path = `realtime/v1/api/broadcast/${topic}/events/hello?private=${kind !== "public"}`;
    const { status } = await send(world.host, caller, { method: "POST", path, body: { text: "hello" } });
    return status < 300 ? "yes" : String(status);
  }
  const socket = await socketOf(world.host, caller);
  if (typeof socket === "string") return socket;
  try {
    const config = { private: kind !== "public", broadcast: { ack: true }, presence: { enabled: true } };
    const joined = await socket.ask("phx_join", topic, { config, access_token: await caller.token() });
    if (verb === "subscribe" || joined.status !== "ok") return outcomeOf(joined);
    const payload = { type: verb, event: verb === "presence" ? "track" : "hello", payload: {} };
    return outcomeOf(await socket.ask(verb, topic, payload));
  } finally {
    socket.socket.terminate();
  }
}

function outcomeOf({ status, response }: Awaited<ReturnType<RawSocket["ask"]>>): string {
  return status === "ok" ? "yes" : (response.reason ?? "").replace(/:.*/, "");
}

/** The status, if the upgrade is refused. */
async function socketOf(host: Matrix["world"]["host"], { key }: Caller): Promise<RawSocket | string> {
  try {
    return await openSocket(host, { key: key ?? "" });
  } catch (error) {
    return /\b\d{3}\b/.exec(String(error))?.[0] ?? String(error);
  }
}

/** As the owner of the tables, because not even the secret key may write all of them. */
async function updateAsOwner(databaseUrl: string, table: string, { key, update }: Row): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const assign = (values: object, first: number) =>
    Object.keys(values).map((column, index) => `${pg.escapeIdentifier(column)} = $${first + index}`);
  const set = assign(update, 1);
  const where = assign(key, set.length + 1);
  const text = `update public.${pg.escapeIdentifier(table)} set ${set.join()} where ${where.join(" and ")}`;
  try {
    const { rowCount } = await client.query(text, [...Object.values(update), ...Object.values(key)]);
    if (rowCount !== 1) throw new Error(`${rowCount} rows of ${table} were updated`);
  } finally {
    await client.end();
  }
}

export interface Changes {
  /** Updates the row of `CHANGES`. Resolves to the outcomes by caller: "yes" is "received". */
  outcomes(row: string): Promise<Record<string, string>>;
  close(): void;
}

/** Subscribes every caller to the published tables. */
export async function followChanges({ world, callers }: Matrix): Promise<Changes> {
  const tables = [...new Set(Object.keys(CHANGES).map(tableOf))];
  const bindings = tables.map((table) => ({ event: "UPDATE", schema: "public", table }));
  const sockets = await Promise.all(
    callers.map(async (caller) => {
      const socket = await socketOf(world.host, caller);
      if (typeof socket === "string") return socket;
      await socket.ask("phx_join", "changes", {
        config: { postgres_changes: bindings },
        access_token: await caller.token(),
      });
      const subscribed = await socket.frames.until(({ event }) => event === "system");
      if (subscribed.payload.status !== "ok") throw new Error(JSON.stringify(subscribed.payload));
      return socket;
    }),
  );

  /** Everyone receives this update, and each subscriber receives updates in the order of their commits. */
  async function marker(): Promise<string> {
    const id = await aMatch(world);
    const { error } = await world.host.secret.from("matches").update({ match_time: "19:30" }).eq("id", id);
    if (error) throw error;
    return id;
  }

  async function received(socket: RawSocket, table: string, key: object, last: string): Promise<string> {
    let outcome = "none";
    for (;;) {
      const { event, payload } = await socket.frames.next();
      if (event !== "postgres_changes") continue;
      const data = payload.data as { table: string; record: Record<string, unknown> };
      if (data.record.id === last) return outcome;
      const isSame = Object.entries(key).every(([column, value]) => data.record[column] === value);
      if (data.table === table && isSame) outcome = "yes";
    }
  }

  return {
    async outcomes(name) {
      const row = await ROWS[name]?.(world);
      if (!row) throw new Error(`No row is arranged for ${name}`);
      const table = tableOf(name);
      await updateAsOwner(world.host.databaseUrl, table, row);
      const last = await marker();
      const entries = callers.map(async ({ name: caller }, index) => {
        const socket = sockets[index];
        const outcome = typeof socket === "object" ? await received(socket, table, row.key, last) : socket;
        return [caller, outcome ?? ""] as const;
      });
      return Object.fromEntries(await Promise.all(entries));
    },
    close: () => {
      for (const socket of sockets) if (typeof socket === "object") socket.socket.terminate();
    },
  };
}
