/** Opens the database: a PostgreSQL server when there is a URL, else the one in the data folder. */
import type { Database } from "./database.ts";

export interface OpenOptions {
  /** postgres://user:password@host:port/database. Without it the data folder's own PGlite is opened. */
  url?: string | undefined;
  dataDir: string;
  /** PGlite: flush each commit to the disk before it is answered (default true). */
  sync?: boolean;
  /** PGlite: more extensions, name -> module, e.g. { pgtap: "@electric-sql/pglite-pgtap" }. */
  extensions?: Readonly<Record<string, string>>;
  /** PGlite: told when its thread ended by itself (a full disk, say); nothing can be answered from then on. */
  lost?: (reason: string) => void;
  /** PGlite: how many daily backups to keep in the data folder (0: none), and who hears of a failed one. */
  backups?: { kept: number; failed: (error: unknown) => void };
}

/** Throws StartError, whose message says on one line what to do. Only the engine that is used is loaded. */
export async function openDatabase({
  url,
  dataDir,
  sync = true,
  extensions = {},
  lost,
  backups,
}: OpenOptions): Promise<Database> {
  if (url) {
    const { openPostgres } = await import("./postgres/open-postgres.ts");
    return openPostgres(url);
  }
  const { openPglite } = await import("./pglite/open-pglite.ts");
  return openPglite({
    dataDir,
    sync,
    extensions,
    ...(lost ? { lost } : {}),
    ...(backups ? { backups } : {}),
  });
}
