/** What lies in supabase/ is what the official command line takes, and what it generates is what lies in the tree. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadConfig } from "../../server/config/config.ts";
import { bootstrap } from "../../server/database/bootstrap.ts";
import { openDatabase } from "../../server/database/open.ts";
import { dumpSchema, generateTypes, SCHEMA_FILE, TYPES_FILE } from "../../tools/generate/generated-files.ts";
import { type Cluster, startCluster } from "../engines/postgres-cluster.ts";
import { supabaseCli } from "./supabase-cli.ts";

describe("the supabase command line", () => {
  let cluster: Cluster;
  let url: string;
  beforeAll(async () => {
    // Debian's pg_dump does not read a newer server.
    cluster = await startCluster({ server: "debian" });
    spawnSync("psql", [cluster.url("postgres"), "-qc", "create database pushed"]);
    url = cluster.url("pushed");
    const db = await openDatabase({ url, dataDir: "" });
    await bootstrap(db);
    await db.close();
  }, 120_000);
  afterAll(() => cluster?.stop());

  it("db push applies every migration to an empty project", () => {
    supabaseCli("db", "push", "--yes", `--remote=${url}`);
    const applied = spawnSync(
      "psql",
      [url, "-tAc", "select count(*) from supabase_migrations.schema_migrations"],
      { encoding: "utf8" },
    );
    expect(Number(applied.stdout)).toBeGreaterThan(15);
  }, 120_000);

  it("the settings of a project that it begins are settings of this host", () => {
    const folder = mkdtempSync(join(tmpdir(), "supabase-init-"));
    try {
      supabaseCli("init", "--workdir", folder);
      expect(() => loadConfig(join(folder, "supabase"))).not.toThrow();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("db push has nothing left to do after that", () => {
    expect(() => supabaseCli("db", "push", "--yes", `--remote=${url}`)).not.toThrow();
  });

  it("its generated types are the ones in the tree (npm run generate writes them)", () => {
    expect(generateTypes(url)).toBe(readFileSync(TYPES_FILE, "utf8"));
  });

  it("the schema in the docs is the one that the migrations make (npm run generate writes it)", () => {
    expect(dumpSchema(url)).toBe(readFileSync(SCHEMA_FILE, "utf8"));
  });
});
