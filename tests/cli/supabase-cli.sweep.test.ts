/** The Supabase CLI accepts supabase/, and the generated files in the repository are current. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadConfig } from "../../server/config/config.ts";
import { configSchema } from "../../server/config/schema.ts";
import { coversKey, settingsOf } from "../../server/config/setting-list.ts";
import { bootstrap } from "../../server/database/bootstrap.ts";
import type { Database } from "../../server/database/database.ts";
import { createFromSchemas, readSchemas } from "../../server/database/migrations/code.ts";
import { applyVersions } from "../../server/database/migrations/migrate.ts";
import { openDatabase } from "../../server/database/open.ts";
import { generateTypes, TYPES_FILE } from "../../tools/generate/generated-files.ts";
import { updateFolder } from "../../tools/supabase-folder/update-folder.ts";
import { type CatalogObject, catalogDifferences, readCatalog } from "../database/catalog.ts";
import { migrateClub } from "../engines/migrate-club.ts";
import { type Cluster, startCluster } from "../engines/postgres-cluster.ts";
import { supabaseCli } from "./supabase-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "supabase-folder-"));
const SCHEMAS = readSchemas("supabase", loadConfig("supabase").db.migrations.schema_paths);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Without the history of migrations. */
const catalogOf = async (url: string): Promise<CatalogObject[]> => {
  const db = await openDatabase({ url, dataDir: "" });
  const catalog = await readCatalog(db);
  await db.close();
  return catalog;
};

describe("the Supabase CLI", () => {
  let cluster: Cluster;
  let url: string;
  const push = (to: string) => supabaseCli(["db", "push", "--yes", `--remote=${to}`], folder);
  const project = async (name: string, fill?: (db: Database) => Promise<void>): Promise<string> => {
    spawnSync("psql", [cluster.url("postgres"), "-qc", `create database ${name}`]);
    const db = await openDatabase({ url: cluster.url(name), dataDir: "" });
    await bootstrap(db);
    await fill?.(db);
    await db.close();
    return cluster.url(name);
  };
  beforeAll(async () => {
    cluster = await startCluster({ server: "debian" });
    updateFolder(folder);
    url = await project("pushed");
  });
  afterAll(() => cluster?.stop());

  it("makes of the folder for Supabase the database of the schemas", async () => {
    push(url);
    if (SCHEMAS === null) throw new Error("no schemas");
    const wanted = await project("wanted", (db) => createFromSchemas(db, SCHEMAS));
    expect(catalogDifferences(await catalogOf(wanted), await catalogOf(url))).toEqual([]);
  });

  it("upgrades a project of 0.1.0 to the same database", async () => {
    const older = await project("older", async (db) => {
      const initial = new Set(["20260801000000"]);
      await db.transaction(null, (tx) => applyVersions(tx, "supabase", initial));
    });
    push(older);
    expect(catalogDifferences(await catalogOf(url), await catalogOf(older))).toEqual([]);
  });

  it("gets the changed code as one more migration, and nothing if it has not changed", () => {
    expect(updateFolder(folder)).toEqual(["Nothing has changed."]);
    const migrations = join(folder, "supabase/migrations");
    const [code = ""] = readdirSync(migrations).filter((name) => name.endsWith("_applied_code.sql"));
    const text = readFileSync(join(migrations, code), "utf8");
    writeFileSync(
      join(migrations, code),
      `${text.replace(/^-- Code .*$/m, `-- Code ${"0".repeat(64)}`)}create function private.gone() returns int language sql as 'select 1';\n`,
    );
    const [line = ""] = updateFolder(folder);
    expect(line).toMatch(/_applied_code\.sql has the code of this version$/);
    expect(readFileSync(join(folder, line.split(" ")[0] ?? ""), "utf8")).toContain("'function private.gone'");
    expect(() => push(url)).not.toThrow();
  });

  it("the host accepts the migrations that db push recorded", async () => {
    const db = await openDatabase({ url, dataDir: "" });
    expect(await migrateClub(db)).toEqual([]);
    expect(await migrateClub(db)).toEqual([]);
    await db.close();
  });

  it("the host accepts the settings of a project that the CLI creates", () => {
    const folder = mkdtempSync(join(tmpdir(), "supabase-init-"));
    try {
      supabaseCli(["init"], folder);
      expect(() => loadConfig(join(folder, "supabase"))).not.toThrow();
      const keys = keysOf(readFileSync(join(folder, "supabase/config.toml"), "utf8"));
      expect(keys.length).toBeGreaterThan(150);
      const settings = settingsOf(configSchema);
      expect(keys.filter((key) => !settings.some(({ name }) => coversKey(name, key)))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("the generated types are current (npm run generate)", () => {
    expect(generateTypes(url)).toBe(readFileSync(TYPES_FILE, "utf8"));
  });
});

/** The keys of the file that `supabase init` writes, also of its commented lines. */
function keysOf(toml: string): string[] {
  let section = "";
  return toml.split("\n").flatMap((line) => {
    const [, name] = /^#? ?\[([^\]]+)\]$/.exec(line) ?? [];
    if (name !== undefined) section = `${name}.`;
    const [, key] = /^#? ?([a-z0-9_]+) = /.exec(line) ?? [];
    return key === undefined ? [] : [`${section}${key}`];
  });
}
