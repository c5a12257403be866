/** The same facts on every engine: PGlite always, PostgreSQL where its server is installed. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { type Cluster, postgresPrograms, startCluster } from "../../tests/engines/postgres-cluster.ts";
import type { Database } from "./database.ts";
import { openDatabase } from "./open.ts";

export interface Engine {
  readonly db: Database;
  /** Opens the same database once more; only a server can do that. */
  another(): Promise<Database>;
}

const HAS_POSTGRES = postgresPrograms() !== undefined;

export function describeEachEngine(subject: string, facts: (engine: Engine, name: string) => void): void {
  describe.each(["pglite", ...(HAS_POSTGRES ? ["postgres"] : [])])(`${subject}, on %s`, (name) => {
    const dataDir = mkdtempSync(join(tmpdir(), "database-test-"));
    let cluster: Cluster | undefined;
    let db: Database | undefined;
    const open = () => openDatabase({ url: cluster?.url("postgres"), dataDir, sync: false });
    beforeAll(async () => {
      if (name === "postgres") cluster = await startCluster();
      db = await open();
    }, 60_000);
    afterAll(async () => {
      await db?.close();
      cluster?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    });
    facts(
      {
        get db() {
          if (!db) throw new Error("the database is not open");
          return db;
        },
        another: open,
      },
      name,
    );
  });
}
