/**
 * npm run generate: writes the initial migration from the schemas, docs/config.md, the files made from a migrated database, and icons whose
 * drawing changed.
 */
import { writeFileSync } from "node:fs";
import { migrate } from "../../server/database/migrate.ts";
import { openDatabase } from "../../server/database/open.ts";
import { startCluster } from "../../tests/engines/postgres-cluster.ts";
import { CONFIG_PAGE, configPage } from "./config-page.ts";
import { DATABASE_PAGE, databasePage } from "./database-page.ts";
import { generateTypes, TYPES_FILE } from "./generated-files.ts";
import { drawIcons } from "./icons.ts";
import { INITIAL_MIGRATION, initialMigration, initialMigrationIsGenerated } from "./initial-migration.ts";

if (initialMigrationIsGenerated()) writeFileSync(INITIAL_MIGRATION, initialMigration());
writeFileSync(CONFIG_PAGE, configPage());

const cluster = await startCluster({ server: "debian" }); // as tests/cli, which checks the types
try {
  const url = cluster.url("postgres");
  const db = await openDatabase({ url, dataDir: "" });
  await migrate(db, "supabase");
  writeFileSync(DATABASE_PAGE, await databasePage(db));
  await db.close();
  writeFileSync(TYPES_FILE, generateTypes(url));
} finally {
  await cluster.stop();
}
await drawIcons();
