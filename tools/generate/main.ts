/**
 * npm run generate: writes the files made from the schemas, docs/config.md, the aims in docs/performance.md, the emails of the auth
 * service, the translators' files (only these: npm run words), and icons whose drawing changed.
 * If a club that is upgraded by the migrations has other tables than the schemas, it prints the missing statements and exits with 1;
 * `npm run generate -- NAME` writes them as a draft of a migration.
 */
import { writeFileSync } from "node:fs";
import { Client } from "pg";
import { loadConfig } from "../../server/config/config.ts";
import { bootstrap } from "../../server/database/bootstrap.ts";
import type { Database } from "../../server/database/database.ts";
import { createFromSchemas, readSchemas } from "../../server/database/migrations/code.ts";
import { openDatabase } from "../../server/database/open.ts";
import { type Cluster, startCluster } from "../../tests/engines/postgres-cluster.ts";
import { CONFIG_PAGE, configPage } from "./config-page.ts";
import { databaseOfHistory } from "./database-of-history.ts";
import { DATABASE_PAGE, databasePage } from "./database-page.ts";
import { writeEmailTemplates } from "./email-templates.ts";
import { generateTypes, TYPES_FILE } from "./generated-files.ts";
import { drawIcons } from "./icons.ts";
import { type MissingStatements, missingStatements } from "./missing-statements.ts";
import { PERFORMANCE_PAGE, performancePage } from "./performance-page.ts";
import { TRIGGERS_PAGE, triggersPage } from "./trigger-tables.ts";
import { writeTranslatorsFiles } from "./words/translators-files.ts";

const [name] = process.argv.slice(2);
if (name !== undefined && !/^[a-z0-9_]+$/.test(name)) {
  console.error(
    "Usage: npm run generate -- NAME, with a name of small letters, digits and _, such as add_team_colours",
  );
  process.exit(1);
}

writeTranslatorsFiles();
writeFileSync(CONFIG_PAGE, configPage());
writeFileSync(PERFORMANCE_PAGE, performancePage());
writeEmailTemplates();
const schemas = readSchemas("supabase", loadConfig("supabase").db.migrations.schema_paths);
if (schemas === null) throw new Error("There are no schemas.");
const cluster = await startCluster({ server: "debian" }); // as tests/cli, which checks the types
try {
  const wanted = await newDatabase(cluster, "schemas", async (db) => {
    await bootstrap(db);
    await createFromSchemas(db, schemas);
    writeFileSync(DATABASE_PAGE, await databasePage(db));
    writeFileSync(TRIGGERS_PAGE, await triggersPage(db));
  });
  writeFileSync(TYPES_FILE, generateTypes(wanted));
  const migrated = await newDatabase(cluster, "migrations", databaseOfHistory);
  report(await missingStatements(migrated, wanted));
} finally {
  await cluster.stop();
}
await drawIcons();

function report({ sql, byHand }: MissingStatements): void {
  if (sql === "" && byHand.length === 0) return;
  process.exitCode = 1;
  const notes = byHand.map((line) => `-- To write by hand: ${line}\n`).join("");
  if (name === undefined) {
    console.error(`The migrations lack these statements. Write them into a new migration, or let
npm run generate -- NAME write a draft:\n`);
    console.log(`${sql}${notes}`);
    return;
  }
  const stamp = new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14);
  const path = `supabase/migrations/${stamp}_${name}.sql`;
  writeFileSync(path, `${sql}${notes}`);
  console.error(`${path} is a draft: read it, add what rows need, and run npm run generate again.`);
}

async function newDatabase(
  { url }: Cluster,
  database: string,
  fill: (db: Database) => Promise<unknown>,
): Promise<string> {
  const admin = new Client(url("postgres"));
  await admin.connect();
  await admin.query(`create database ${database}`);
  await admin.end();
  const db = await openDatabase({ url: url(database), dataDir: "" });
  try {
    await fill(db);
  } finally {
    await db.close();
  }
  return url(database);
}
