/** Every pgTAP file of supabase/tests, on PGlite and on PostgreSQL. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../server/database/database.ts";
import { migrate } from "../../server/database/migrate.ts";
import { openDatabase } from "../../server/database/open.ts";
import { type Cluster, startCluster } from "../engines/postgres-cluster.ts";
import { runPgtap } from "./pgtap.ts";

const TESTS = "supabase/tests";
const files = readdirSync(TESTS).filter((file) => file.endsWith(".test.sql"));

describe.each(["pglite", "postgres"] as const)("on %s", (engine) => {
  let db: Database;
  let cluster: Cluster | undefined;
  const folder = mkdtempSync(join(tmpdir(), "scoreline-database-"));

  beforeAll(async () => {
    if (engine === "postgres") cluster = await startCluster();
    db = await openDatabase({
      url: cluster?.url("postgres"),
      dataDir: folder,
      sync: false,
      extensions: { pgtap: "@electric-sql/pglite-pgtap" },
    });
    await migrate(db, "supabase");
    await db.script("create extension if not exists pgtap with schema extensions");
    await db.script(readFileSync(join(TESTS, "000_fixtures.sql"), "utf8"));
  });

  afterAll(async () => {
    await db.close();
    cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(files)(
    "%s",
    async (file) => {
      const report = await runPgtap(db, join(TESTS, file));
      expect(report.failures).toEqual([]);
      expect(report.passed).toBe(report.planned);
      expect(report.planned).toBeGreaterThan(0);
    },
    60_000,
  );
});
