import { loadConfig } from "../../server/config/config.ts";
import type { Database } from "../../server/database/database.ts";
import { migrate } from "../../server/database/migrations/migrate.ts";
import { migrateSettings } from "../../server/database/migrations/settings.ts";

/** Makes or upgrades the database of a club as its host does, without a backup. Returns the versions that were applied now. */
export function migrateClub(db: Database, supabaseDir = "supabase"): Promise<string[]> {
  return migrate(db, supabaseDir, migrateSettings(loadConfig(supabaseDir)));
}
