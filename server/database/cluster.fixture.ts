/** A PostgreSQL server for the tests of one file, with a database open on it; the server can be stopped and started. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, vi } from "vitest";
import { type Cluster, startCluster } from "../../tests/engines/postgres-cluster.ts";
import { PostgresDatabase, type PostgresOptions } from "./postgres/postgres.ts";

export interface TestServer {
  readonly url: string;
  /** Open for the whole file. */
  readonly db: PostgresDatabase;
  /** Opens the same database with settings of its own. Close it in the test. */
  open(options?: Partial<PostgresOptions>): PostgresDatabase;
  /** Ends every connection and the server, which keeps its data. */
  stop(): Promise<void>;
  /** Resolves when the server accepts connections again. */
  start(): Promise<void>;
}

export function useServer(): TestServer {
  let cluster: Cluster | undefined;
  let db: PostgresDatabase | undefined;
  let folder = "";
  let command: string[] = [];
  const server: TestServer = {
    get url() {
      if (!cluster) throw new Error("the server is not started");
      return cluster.url("postgres");
    },
    get db() {
      if (!db) throw new Error("the database is not open");
      return db;
    },
    open: (options = {}) => new PostgresDatabase({ connection: server.url, shared: true, ...options }),
    async stop() {
      const pidFile = join(folder, "postmaster.pid");
      command = commandOf(readFileSync(join(folder, "postmaster.opts"), "utf8"));
      process.kill(Number(readFileSync(pidFile, "utf8").split("\n", 1)[0]), "SIGINT");
      await vi.waitUntil(() => !existsSync(pidFile), { timeout: 20_000 });
    },
    async start() {
      const [program = "", ...args] = command;
      const { uid, gid } = statSync(folder);
      spawn(program, args, { cwd: folder, uid, gid, detached: true, stdio: "ignore" }).unref();
      const ready = () => /^ready/m.test(readFileSync(join(folder, "postmaster.pid"), "utf8"));
      await vi.waitUntil(() => existsSync(join(folder, "postmaster.pid")) && ready(), { timeout: 20_000 });
    },
  };
  beforeAll(async () => {
    cluster = await startCluster();
    db = server.open();
    const [row] = await db.query<{ data_directory: string }>("show data_directory");
    folder = row?.data_directory ?? "";
  }, 60_000);
  afterAll(async () => {
    await db?.close();
    await cluster?.stop();
  });
  return server;
}

/** postmaster.opts is the command line: a program, then arguments in double quotes. */
function commandOf(opts: string): string[] {
  return [...opts.trim().matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}
