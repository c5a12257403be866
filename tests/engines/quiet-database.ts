/** A migrated database on a server of its own, for tests of transactions' numbers, which a server's databases share. */

import { PostgresDatabase } from "../../server/database/postgres/postgres.ts";
import { migrateClub } from "./migrate-club.ts";
import { startCluster } from "./postgres-cluster.ts";

export interface QuietDatabase {
  db: PostgresDatabase;
  url: string;
  stop(): Promise<void>;
}

export async function startQuietDatabase(): Promise<QuietDatabase> {
  const cluster = await startCluster();
  const url = cluster.url("postgres");
  const db = new PostgresDatabase({ connection: url, shared: true });
  await migrateClub(db);
  return {
    db,
    url,
    async stop() {
      await db.close();
      await cluster.stop();
    },
  };
}
