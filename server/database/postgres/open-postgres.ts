/** Connects to a PostgreSQL server and checks that it is usable. */
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
    if (major >= OLDEST) return db;
    throw new StartError(`DATABASE_URL (${where}) is PostgreSQL ${major}: ${OLDEST} or newer is needed.`);
  } catch (error) {
    await db.close();
    if (error instanceof StartError) throw error;
    throw new StartError(
      `DATABASE_URL (${where}) cannot be used: ${reason(error)}. Check host, port, user, password and database name.`,
    );
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
