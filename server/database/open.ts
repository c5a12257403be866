/** Opens the database: the PostgreSQL server that a URL names, else the one that the host runs. */
import type { Database } from "./database.ts";

export interface OpenOptions {
  /** postgres://user:password@host:port/database. Without it the host runs its own server. */
  url?: string | undefined;
  /** Holds the host's own server and its backups. */
  dataDir: string;
  /** Own server: how many daily backups to keep (0: none). */
  backupsKept?: number;
  /** Own server: told of what goes wrong while it runs, and of its end. */
  log?: (event: string, error: unknown) => void;
  /** Own server: told where the database is when that is not the data folder. */
  notice?: (line: string) => void;
}

/** Throws StartError, whose message says on one line what to do. Only what is used is loaded. */
export async function openDatabase({
  url,
  dataDir,
  backupsKept = 0,
  log = () => {},
  notice = () => {},
}: OpenOptions): Promise<Database> {
  if (url) {
    const { openPostgres } = await import("./postgres/open-postgres.ts");
    return openPostgres(url);
  }
  const { openEmbedded } = await import("./embedded/open-embedded.ts");
  return openEmbedded({ dataDir, backupsKept, log, notice });
}
