/** Runs statements in the database of a host under test, for data of thousands of rows. */
import { PostgresDatabase } from "../../server/database/postgres/postgres.ts";

export async function runSql(connection: string, statements: string): Promise<void> {
  const db = new PostgresDatabase({ connection, shared: true });
  await db.script(statements).finally(() => db.close());
}
