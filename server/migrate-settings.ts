import type { Config } from "./config/config.ts";
import { appliesSchemas } from "./database/code.ts";
import type { MigrateSettings } from "./database/migrate.ts";

/** How the database of a folder is made and upgraded: its config.toml and schemas.json. */
export function migrateSettings({ db, dir }: Pick<Config, "db" | "dir">): MigrateSettings {
  return {
    migrations: db.migrations.enabled,
    schemas: appliesSchemas(dir) ? db.migrations.schema_paths : [],
    seeds: db.seed.enabled ? db.seed.sql_paths : [],
  };
}
