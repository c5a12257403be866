/** Creates and opens a database, for tests that use parts of the server directly. */
import type { Database } from "../../server/database/database.ts";
import { PostgresDatabase } from "../../server/database/postgres/postgres.ts";
import { newDatabase, type TemplateName } from "./new-database.ts";

/** `shared`: true if other hosts may use the same database, as with DATABASE_URL. */
export async function openTestDatabase(
  template: TemplateName,
  { shared = false }: { shared?: boolean } = {},
): Promise<Database> {
  return new PostgresDatabase({ connection: await newDatabase(template), shared });
}
