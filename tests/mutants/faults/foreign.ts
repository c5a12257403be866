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
  {
    name: "the first exposed schema is not in the search path",
    file: "server/rest/rest.ts",
    find: 'if (path.join("\\0") !== SEARCH_PATH.join("\\0"))',
    replace: 'if (schema === "")',
    caughtBy: FOREIGN_FOLDERS,
    test: "serves its schema without a profile header",
  },
  {
    name: "a token may name a role that is not granted to authenticator",
    file: "server/database/caller.ts",
    find: 'KNOWN_ROLES.has(caller.role) ? "" : "host.requested_role"',
    replace: '""',
    caughtBy: FOREIGN_FOLDERS,
    test: "refuses a token for the role blog_auditor",
  },
  {
    name: "JWKS publishes the private part of an RSA key",
    file: "server/gateway/tokens.ts",
    find: "{ n: key.n, e: key.e }",
    replace: "{ n: key.n, e: key.e, d: key.d }",
    caughtBy: FOREIGN_FOLDERS,
    test: "publishes no private part",
  },
  {
    name: "a public site accepts the CLI's demo keys",
    file: "server/gateway/demo-keys.ts",
    find: "onLoopback && !behindProxy",
    replace: "!behindProxy",
    caughtBy: FOREIGN_FOLDERS,
    test: "as a public site refuses the demo keys",
  },
  {
    name: "a start names only the first problem of config.toml",
    file: "server/config/config.ts",
    find: "(parsed.error?.issues ?? []).map(",
    replace: "(parsed.error?.issues ?? []).slice(0, 1).map(",
    caughtBy: "server/config/config.test.ts",
    test: "names every problem at once",
  },
];
