/** Opens a database of the caller's own, for tests that use the server's parts directly. */
import type { Database } from "../../server/database/database.ts";
import { PostgresDatabase } from "../../server/database/postgres/postgres.ts";
import { newDatabase, type TemplateName } from "./new-database.ts";

/** `shared`: whether the parts expect other hosts on the same database, as with DATABASE_URL. */
export async function openTestDatabase(
  template: TemplateName,
  { shared = false }: { shared?: boolean } = {},
): Promise<Database> {
  return new PostgresDatabase({ connection: await newDatabase(template), shared });
}
