/** Opens connections: node-postgres connects, and `Connection` takes over the socket. */
import pg from "pg";
import { PROGRAM } from "../../program.ts";
import { SEARCH_PATH } from "../database.ts";
import { Connection, type ConnectionEvents } from "./connection.ts";
import { connectFailure } from "./failures.ts";
import type { WriteGuard } from "./write-guard.ts";

const CONNECT_MS = 5000;
/** For the first connection, because a start must not fail on a slow machine. */
const FIRST_CONNECT_MS = 60_000;

/** `connection`: a postgres:// URL, or settings whose `host` may be the folder of a Unix socket. */
export function configOf(connection: string | pg.ClientConfig): pg.ClientConfig {
  return {
    ...(typeof connection === "string" ? { connectionString: connection } : connection),
    application_name: PROGRAM,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
  };
}

/** The same settings for the first connection of a start. */
export function forFirst(config: pg.ClientConfig): pg.ClientConfig {
  return { ...config, connectionTimeoutMillis: FIRST_CONNECT_MS };
}

/** Throws ConnectionError. */
export async function connect(
  config: pg.ClientConfig,
  guard: WriteGuard,
  events: ConnectionEvents,
): Promise<Connection> {
  const client = new pg.Client(config);
  client.on("error", () => {}); // Connection listens to the socket itself
  try {
    await client.connect();
    // Not as a parameter of the connection, which PgBouncer refuses.
    await client.query(
      `set search_path to ${SEARCH_PATH.map((schema) => pg.escapeIdentifier(schema)).join(", ")}`,
    );
  } catch (error) {
    client.connection.stream.destroy();
    guard.connectionFailed(error);
    throw connectFailure(error);
  }
  // node-postgres supports connection strings, TLS and SCRAM, but sends one query at a time and creates an object and
  // an event for each message. After startup its only data listener is its parser; with that removed, the socket is
  // free.
  const { stream } = client.connection;
  stream.removeAllListeners("data");
  return new Connection(stream, guard, events, () => cancel(config, client));
}

/**
 * Asks the server, over a connection of its own, to end the statement that runs: a server does not notice that a client has
 * left. Never throws.
 */
function cancel(config: pg.ClientConfig, running: pg.Client): void {
  const { connection, host, port } = new pg.Client(config);
  const { processID, secretKey } = running as unknown as { processID: number; secretKey: number };
  // @types/pg does not have these.
  const { connect: open, cancel: send } = connection as unknown as Record<
    string,
    (...given: unknown[]) => void
  >;
  const ask = () => send?.call(connection, processID, secretKey);
  connection
    .on("error", () => {})
    .once("connect", ask)
    .once("sslconnect", ask);
  open?.call(connection, ...(host.startsWith("/") ? [`${host}/.s.PGSQL.${port}`] : [port, host]));
}
