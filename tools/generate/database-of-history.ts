import type { Database } from "../../server/database/database.ts";
import { applyVersions } from "../../server/database/migrations/migrate.ts";
import { migrationsIn } from "../../server/database/migrations/migration-files.ts";
import { migrateClub } from "../../tests/engines/migrate-club.ts";

/** Fills an empty database as clubs of the first release became what they are: all migrations, and then the code. */
export async function databaseOfHistory(db: Database): Promise<void> {
  const versions = new Set(migrationsIn("supabase").map(({ version }) => version));
  await db.transaction(null, (tx) => applyVersions(tx, "supabase", versions));
  await migrateClub(db);
}
