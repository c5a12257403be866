/** Starts a PostgreSQL server for tests: a new cluster in a temporary folder, on a free port of 127.0.0.1. */
import { spawnSync } from "node:child_process";
import { appendFileSync, chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collation } from "../../server/database/embedded/cluster.ts";
import { reachablePrograms } from "../../server/database/embedded/home/reachable-programs.ts";
import { type PostmasterOptions, startPostmaster } from "../../server/database/embedded/postmaster.ts";
import {
  findPrograms,
  OLDEST_POSTGRES,
  type Programs,
  programPath,
} from "../../server/database/embedded/programs.ts";
import { chooseRunAs, type RunAs } from "../../server/database/embedded/run-as.ts";
import { SETTINGS_FILE } from "../../server/database/embedded/settings.ts";
import { freePort } from "../../tools/host/spawn-host.ts";

export interface Cluster {
  /** postgres://… of a database in this cluster. */
  url(database: string): string;
  /** Ends every connection and the server, which keeps its data. */
  stopServer(): Promise<void>;
  /** Resolves when the stopped server accepts connections again. */
  startServer(): Promise<void>;
  /** Ends the server and removes its folder. */
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /**
   * `embedded` (the default): PostgreSQL 18 from npm, with the settings that the host gives it.
   * `debian`: the distribution's PostgreSQL 15, the oldest version that the product supports, with its own defaults but for speed.
   */
  server?: "embedded" | "debian";
  /** Settings of postgresql.conf for this cluster only. */
  settings?: Readonly<Record<string, string>>;
}

/**
 * Test databases are temporary, so commits do not wait for the disk. Compiling a statement (jit) takes longer than running
 * it for a test.
 */
const FOR_TESTS = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", jit: "off" };

/** Throws when the server is not installed or does not start. */
export async function startCluster({
  server = "embedded",
  settings = {},
}: ClusterOptions = {}): Promise<Cluster> {
  const runAs = chooseRunAs();
  const found = findPrograms(server === "debian" ? OLDEST_POSTGRES : undefined);
  const programs = await reachablePrograms(found, runAs);
  const folder = mkdtempSync(join(tmpdir(), "scoreline-postgres-"));
  if ("uid" in runAs.ids) chownSync(folder, runAs.ids.uid, runAs.ids.gid);
  const data = join(folder, "data");
  makeData(data, programs, runAs);
  if (server === "embedded") appendFileSync(join(data, "postgresql.conf"), `include '${SETTINGS_FILE}'\n`);
  const port = await freePort();
  const options: PostmasterOptions = {
    programs,
    runAs,
    cluster: data,
    address: { kind: "socket", folder: join(folder, "socket") },
    settings: {
      listen_addresses: "127.0.0.1",
      port: String(port),
      hba_file: join(data, "pg_hba.conf"),
      max_connections: "200",
      ...FOR_TESTS,
      ...settings,
    },
  };
  let postmaster = await startPostmaster(options);
  return {
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    stopServer: () => postmaster.stop(),
    async startServer() {
      postmaster = await startPostmaster(options);
    },
    async stop() {
      await postmaster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs initdb. Every local user may connect without a password. */
function makeData(data: string, programs: Programs, { ids, prefix }: RunAs): void {
  const [program = "", ...args] = [
    ...prefix,
    programPath(programs, "initdb"),
    "--pgdata",
    data,
    "--username=postgres",
    "--auth=trust",
    "--encoding=UTF8",
    ...collation(programs.major),
    "--no-sync",
    "--no-instructions",
  ];
  const done = spawnSync(program, args, { ...ids, cwd: "/", encoding: "utf8" });
  if (done.status !== 0) throw new Error(`initdb failed: ${done.stderr || done.error?.message}`);
}
