/** Opens the database: a PostgreSQL server when there is a URL. */
import type { Database } from "./database.ts";
import { StartError } from "./start-error.ts";

export interface OpenOptions {
  /** postgres://user:password@host:port/database. */
  url?: string | undefined;
  dataDir: string;
  /** For the embedded server: flush each commit to the disk before it is answered. */
  sync?: boolean;
  /** For the embedded server: called when it ended by itself. */
  lost?: (reason: string) => void;
  /** For the embedded server: the number of daily backups to keep, and a callback for one that failed. */
  backups?: { kept: number; failed: (error: unknown) => void };
}

/** Throws StartError, whose message says on one line what to do. */
export async function openDatabase({ url }: OpenOptions): Promise<Database> {
  if (!url) throw new StartError("Set DATABASE_URL to the address of a PostgreSQL server.");
  const { openPostgres } = await import("./postgres/open-postgres.ts");
  return openPostgres(url);
}
