/** Opens a database of the caller's own, for tests that use the server's parts directly. */
import type { Database } from "../../server/database/database.ts";
import { openDatabase } from "../../server/database/open.ts";
import { newDatabase, type TemplateName } from "./new-database.ts";

export async function openTestDatabase(template: TemplateName): Promise<Database> {
  return openDatabase({ url: await newDatabase(template), dataDir: "" });
}
