/** Supabase folders that were not written for this host. */
import type { Fault } from "../fault.ts";

const FOREIGN_FOLDERS = "tests/api/host/foreign-folders.test.ts";

export const FOREIGN: readonly Fault[] = [
  {
    name: "links of emails lead to the API instead of the application",
    file: "server/config/addresses.ts",
    find: "given.siteUrl ?? auth.site_url ?? apiUrl",
    replace: "given.siteUrl ?? apiUrl",
    caughtBy: FOREIGN_FOLDERS,
    test: "receives the visitors of its emails",
  },
  {
    name: "links of emails begin with the application's address",
    file: "server/auth/messages/messages.ts",
    find: "deps.apiUrl}/auth/v1/verify",
    replace: "deps.siteUrl}/auth/v1/verify",
    caughtBy: FOREIGN_FOLDERS,
    test: "receives the visitors of its emails",
  },
  {
    name: "a disabled service still answers",
    file: "server/app.ts",
    find: "if (config.storage.enabled)",
    replace: "if (config)",
    caughtBy: FOREIGN_FOLDERS,
    test: "answers 404 for storage/v1/bucket of a disabled service",
  },
  {
    name: "a project without migrations is not seeded",
    file: "server/database/migrate.ts",
    find: "if (!isInUse) await db.query(SEED_DUE);",
    replace: "if (!isInUse && due.length > 0) await db.query(SEED_DUE);",
    caughtBy: FOREIGN_FOLDERS,
    test: "reads and writes the table that the seed made",
  },
  {
    name: "only seed.sql is a seed",
    file: "server/host.ts",
    find: "db.seed.enabled ? db.seed.sql_paths : []",
    replace: 'db.seed.enabled ? ["./seed.sql"] : []',
    caughtBy: FOREIGN_FOLDERS,
    test: "has the rows of every seed",
  },
];
