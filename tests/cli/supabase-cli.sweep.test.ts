/** The Supabase CLI accepts supabase/, and the generated files in the repository are current. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadConfig } from "../../server/config/config.ts";
import { configSchema } from "../../server/config/schema.ts";
import { coversKey, settingsOf } from "../../server/config/setting-list.ts";
import { bootstrap } from "../../server/database/bootstrap.ts";
import { openDatabase } from "../../server/database/open.ts";
import { generateTypes, TYPES_FILE } from "../../tools/generate/generated-files.ts";
import { migrateClub } from "../engines/migrate-club.ts";
import { type Cluster, startCluster } from "../engines/postgres-cluster.ts";
import { supabaseCli } from "./supabase-cli.ts";

describe("the Supabase CLI", () => {
  let cluster: Cluster;
  let url: string;
  beforeAll(async () => {
    cluster = await startCluster({ server: "debian" });
    spawnSync("psql", [cluster.url("postgres"), "-qc", "create database pushed"]);
    url = cluster.url("pushed");
    const db = await openDatabase({ url, dataDir: "" });
    await bootstrap(db);
    await db.close();
  });
  afterAll(() => cluster?.stop());

  it("db push applies every migration to an empty project", () => {
    supabaseCli("db", "push", "--yes", `--remote=${url}`);
    const applied = spawnSync(
      "psql",
      [url, "-tAc", "select count(*) from supabase_migrations.schema_migrations"],
      { encoding: "utf8" },
    );
    expect(Number(applied.stdout)).toBe(readdirSync("supabase/migrations").length);
  });

  it("the host accepts the migrations that db push recorded", async () => {
    const db = await openDatabase({ url, dataDir: "" });
    expect(await migrateClub(db)).toEqual([]);
    await db.close();
  });

  it("the host accepts the settings of a project that the CLI creates", () => {
    const folder = mkdtempSync(join(tmpdir(), "supabase-init-"));
    try {
      supabaseCli("init", "--workdir", folder);
      expect(() => loadConfig(join(folder, "supabase"))).not.toThrow();
      const keys = keysOf(readFileSync(join(folder, "supabase/config.toml"), "utf8"));
      expect(keys.length).toBeGreaterThan(150);
      const settings = settingsOf(configSchema);
      expect(keys.filter((key) => !settings.some(({ name }) => coversKey(name, key)))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("a second db push has nothing to do", () => {
    expect(() => supabaseCli("db", "push", "--yes", `--remote=${url}`)).not.toThrow();
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
