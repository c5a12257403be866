/** Opens the database: a PostgreSQL server when there is a URL, else the one in the data folder. */
import type { Database } from "./database.ts";
import { openPglite } from "./pglite/open-pglite.ts";
import { openPostgres } from "./postgres/open-postgres.ts";

export interface OpenOptions {
  /** postgres://user:password@host:port/database. Without it the data folder's own PGlite is opened. */
  url?: string | undefined;
  dataDir: string;
  /** PGlite: flush each commit to the disk before it is answered (default true). */
  sync?: boolean;
  /** PGlite: more extensions, name -> module, e.g. { pgtap: "@electric-sql/pglite-pgtap" }. */
  extensions?: Readonly<Record<string, string>>;
}

/** Throws StartError, whose message says on one line what to do. */
export function openDatabase({ url, dataDir, sync = true, extensions = {} }: OpenOptions): Promise<Database> {
  return url ? openPostgres(url) : openPglite({ dataDir, sync, extensions });
}
