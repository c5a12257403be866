/** Opens the database: the PostgreSQL server of a URL, else the embedded one. */
import type { Database } from "./database.ts";

export interface OpenOptions {
  /** postgres://user:password@host:port/database. Without it the host runs its own server. */
  url?: string | undefined;
  /** Contains the embedded server. */
  dataDir: string;
  /** Embedded server: logs failures while it runs, and its end. */
  log?: (event: string, error: unknown) => void;
  /** Embedded server: prints where the database is if it is not in the data folder. */
  notice?: (line: string) => void;
}

/** Loads only the code of the chosen server. Throws StartError, whose message says in one line what to do. */
export async function openDatabase({
  url,
  dataDir,
  log = () => {},
  notice = () => {},
}: OpenOptions): Promise<Database> {
  if (url) {
    const { openPostgres } = await import("./postgres/open-postgres.ts");
    return openPostgres(url);
  }
  const { openEmbedded } = await import("./embedded/open-embedded.ts");
  return openEmbedded({ dataDir, log, notice });
}
