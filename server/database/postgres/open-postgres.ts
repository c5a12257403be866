/** Connects to a PostgreSQL server and checks that it is usable. */
import { randomUUID } from "node:crypto";
import { PROGRAM } from "../../program.ts";
import { DatabaseError } from "../database.ts";
import { StartError } from "../start-error.ts";
import { PostgresDatabase } from "./postgres.ts";

const OLDEST = 15;

/** Throws StartError for a wrong address, name, password or version. The password is never in the message. */
export async function openPostgres(url: string): Promise<PostgresDatabase> {
  const where = address(url);
  const db = new PostgresDatabase({ connection: url, shared: true });
  try {
    const [server] = await db.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    const major = Math.floor((server?.version ?? 0) / 10_000);
    if (major < OLDEST)
      throw new StartError(`DATABASE_URL (${where}) is PostgreSQL ${major}: ${OLDEST} or newer is needed.`);
    if (!(await keepsSessions(db)))
      throw new StartError(
        `DATABASE_URL (${where}) leads to a connection pooler in transaction mode, in which live updates cannot work: use PostgreSQL's own address, or session mode.`,
      );
    return db;
  } catch (error) {
    await db.close();
    if (error instanceof StartError) throw error;
    throw new StartError(
      `DATABASE_URL (${where}) cannot be used: ${reason(error)}. Check host, port, user, password and database name.`,
    );
  }
}

/**
 * False behind PgBouncer in transaction mode and similar poolers, where each transaction may use another connection: LISTEN
 * then receives nothing, and prepared statements fail.
 */
async function keepsSessions(db: PostgresDatabase): Promise<boolean> {
  const channel = `${PROGRAM}_${randomUUID()}`;
  let isNotified = false;
  const stops = [
    await db.listen(channel, () => {
      isNotified = true;
    }),
  ];
  try {
    await db.query("select pg_notify($1, '')", [channel]);
    // A session receives its notifications before the answer to its next statement, however slow the server is.
    stops.push(await db.listen(`${channel}_next`, () => {}));
    return isNotified;
  } finally {
    for (const stop of stops) await stop();
  }
}

function address(url: string): string {
  try {
    const { host, pathname, protocol } = new URL(url);
    if (/^postgres(ql)?:$/.test(protocol)) return `${host}${pathname}`;
  } catch {
    // falls through to the line below
  }
  throw new StartError("DATABASE_URL is not an address like postgres://user:password@host:5432/database.");
}

function reason(error: unknown): string {
  if (error instanceof AggregateError) return reason(error.errors[0]);
  if (error instanceof DatabaseError || error instanceof Error) return error.message || error.name;
  return String(error);
}
