/** Runs every pgTAP file of supabase/tests on the embedded PostgreSQL 18 and on PostgreSQL 15. The files `*_sweep.test.sql` and PostgreSQL 15 are sweeps. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../server/database/database.ts";
import { openDatabase } from "../../server/database/open.ts";
import { speechOf } from "../../supabase/functions/send-messages/speech.ts";
import { nameOfSchema, schemaFiles } from "../../tools/generate/schema-files.ts";
import { KINDS, textOf } from "../../words/messages/text-of.ts";
import { migrateClub } from "../engines/migrate-club.ts";
import { openTestDatabase } from "../engines/open-test-database.ts";
import { type Cluster, startCluster } from "../engines/postgres-cluster.ts";
import { hasFirstRing, hasSweeps } from "../rings.ts";
import { runPgtap } from "./pgtap.ts";

const TESTS = "supabase/tests";
const files = readdirSync(TESTS, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith(".test.sql"))
  .sort();
const isSweep = (file: string) => file.endsWith("_sweep.test.sql");
const schemas = schemaFiles().map((file) => nameOfSchema(file).replace(/\.sql$/, ""));

/** pgTAP is SQL only, so PostgreSQL 18 loads the files of Debian's package for 15. */
const DEBIAN_EXTENSIONS = "set extension_control_path = '$system:/usr/share/postgresql/15'";

it.each(files)("%s has the folder and the name of a schema, and lines of fewer than 120 columns", (file) => {
  expect(schemas.some((schema) => file.startsWith(`${schema}.`) || file.startsWith(`${schema}_`))).toBe(true);
  const lines = readFileSync(join(TESTS, file), "utf8").split("\n");
  expect(lines.filter((line) => line.length >= 120)).toEqual([]);
});

describe("on the embedded PostgreSQL", () => {
  let db: Database;
  beforeAll(async () => {
    db = await openTestDatabase("migrated");
    await addPgtap(db, DEBIAN_EXTENSIONS);
  });
  afterAll(() => db.close());
  if (hasFirstRing) {
    const kinds = passes(
      files.filter((file) => !isSweep(file)),
      () => db,
    );
    saysEveryKind(kinds);
  }
  if (hasSweeps) passes(files.filter(isSweep), () => db);
});

if (hasSweeps)
  describe("on PostgreSQL 15", () => {
    let cluster: Cluster;
    let db: Database;
    beforeAll(async () => {
      cluster = await startCluster({ server: "debian" });
      db = await openDatabase({ url: cluster.url("postgres"), dataDir: "" });
      await migrateClub(db);
      await addPgtap(db);
    });
    afterAll(async () => {
      await db.close();
      await cluster.stop();
    });
    saysEveryKind(passes(files, () => db));
  });

async function addPgtap(db: Database, before = "select"): Promise<void> {
  await db.script(`${before}; create extension pgtap with schema extensions`);
  await db.script(readFileSync(join(TESTS, "000_fixtures.sql"), "utf8"));
}

/** Runs the files. The result has the kinds of their messages after the tests have run. */
function passes(some: readonly string[], db: () => Database): ReadonlySet<string> {
  const kinds = new Set<string>();
  it.each(some)("%s", async (file) => {
    const report = await runPgtap(db(), join(TESTS, file));
    expect(report.failures).toEqual([]);
    expect(report.passed).toBe(report.planned);
    expect(report.planned).toBeGreaterThan(0);
    for (const { title, body, facts } of report.messages) {
      expect(textOf(facts, speechOf("en")), JSON.stringify(facts)).toEqual({ title, body });
      kinds.add(facts.kind);
    }
  });
  return kinds;
}

function saysEveryKind(kinds: ReadonlySet<string>): void {
  // Only if every file ran: a filter by name leaves kinds out.
  it.runIf(!process.argv.includes("-t"))(
    "every kind of message says in English what the database says",
    () => {
      expect([...kinds].sort()).toEqual([...KINDS].sort());
    },
  );
}
