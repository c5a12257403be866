/** A PostgreSQL server for the tests of one file, with an open database. The server can be stopped and started. */
import { afterAll, beforeAll } from "vitest";
import { type Cluster, startCluster } from "../../tests/engines/postgres-cluster.ts";
import { PostgresDatabase, type PostgresOptions } from "./postgres/postgres.ts";

export interface TestServer {
  readonly url: string;
  /** Open during the whole file. */
  readonly db: PostgresDatabase;
  /** Opens the same database with other settings. The test must close it. */
  open(options?: Partial<PostgresOptions>): PostgresDatabase;
  /** Ends every connection and the server, which keeps its data. */
  stop(): Promise<void>;
  /** Resolves when the server accepts connections again. */
  start(): Promise<void>;
}

export function useServer(): TestServer {
  let cluster: Cluster | undefined;
  let db: PostgresDatabase | undefined;
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
    stop: async () => cluster?.stopServer(),
    start: async () => cluster?.startServer(),
  };
  beforeAll(async () => {
    cluster = await startCluster();
    db = server.open();
  });
  afterAll(async () => {
    await db?.close();
    await cluster?.stop();
  });
  return server;
}
