/** Migrates each engine once; every host of the tests starts from a copy. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { spawnHost } from "../../tools/host/spawn-host.ts";
import { startCluster } from "../engines/postgres-cluster.ts";
import build from "../start/build.ts";

declare module "vitest" {
  export interface ProvidedContext {
    templates: Record<"pglite" | "postgres", string>;
    databaseUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  build();
  const cluster = await startCluster();
  const databaseUrl = cluster.url("template_scoreline");
  const templates = {
    pglite: mkdtempSync(join(tmpdir(), "scoreline-pglite-")),
    postgres: mkdtempSync(join(tmpdir(), "scoreline-keys-")),
  };
  spawnSync("psql", [cluster.url("postgres"), "-qc", "create database template_scoreline"]);
  await migrateOnce({ DATA_DIR: templates.pglite });
  await migrateOnce({ DATA_DIR: templates.postgres, DATABASE_URL: databaseUrl });
  project.provide("templates", templates);
  project.provide("databaseUrl", databaseUrl);
  return () => {
    cluster.stop();
    for (const folder of Object.values(templates)) rmSync(folder, { recursive: true, force: true });
  };
}

async function migrateOnce(env: Record<string, string>): Promise<void> {
  const host = await spawnHost({ WEB_DIR: "none", ...env });
  await host.stop();
}
