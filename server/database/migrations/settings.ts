import { appliesSchemas } from "./code.ts";
import type { MigrateSettings } from "./migrate.ts";

/** The part of config.toml that says how its folder's database is made. */
interface Settings {
  migrations: { enabled: boolean; schema_paths: string[] };
  seed: { enabled: boolean; sql_paths: string[] };
}

/** How the database of a folder is made and upgraded: its config.toml and schemas.json. */
export function migrateSettings({ db, dir }: { db: Settings; dir: string }): MigrateSettings {
  return {
    migrations: db.migrations.enabled,
    schemas: appliesSchemas(dir) ? db.migrations.schema_paths : [],
    seeds: db.seed.enabled ? db.seed.sql_paths : [],
  };
}
