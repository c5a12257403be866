/**
 * Gives each test file a database on one cluster for the whole run. The cluster and each template are created when
 * the first test file requests them, so a run without databases does not wait. Test files run in separate processes
 * and send HTTP requests.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Pool } from "pg";
import webPush from "web-push";
import { bootstrap } from "../../server/database/bootstrap.ts";
import type { Database } from "../../server/database/database.ts";
import { openDatabase } from "../../server/database/open.ts";
import { migrateClub } from "./migrate-club.ts";
import type { TemplateName } from "./new-database.ts";
import { type Cluster, startCluster } from "./postgres-cluster.ts";

/** Fills an empty database, which the test files then copy. */
export type Template = (url: string) => Promise<void>;

export interface TestDatabases {
  /** The address for new-database.ts. */
  address: string;
  stop(): Promise<void>;
}

/** The templates of every run, as new-database.ts describes them. */
const TEMPLATES: Readonly<Record<TemplateName, Template>> = {
  empty: async () => {},
  bootstrapped: (url) => filled(url, bootstrap),
  migrated: (url) => filled(url, (db) => migrateClub(db)),
  club: (url) => filled(url, prepareClub),
};

async function prepareClub(db: Database): Promise<void> {
  await migrateClub(db);
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  await db.query("select from public.store_push_keys($1, $2)", [publicKey, privateKey]);
}

/** `more`: additional templates. */
export async function serveTestDatabases(
  more: Readonly<Record<string, Template>> = {},
): Promise<TestDatabases> {
  const templates = new Map<string, Template>(Object.entries({ ...TEMPLATES, ...more }));
  let server: Promise<Server> | undefined;
  const http = createServer(async (request, response) => {
    try {
      server ??= startServer(templates);
      response.end(await (await server).copy(request.url?.slice(1) ?? ""));
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.stack : String(error));
    }
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  return {
    address: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    async stop() {
      http.closeAllConnections();
      http.close();
      const started = await server?.catch(() => null); // a failed start has already failed the tests that needed it
      await started?.stop();
    },
  };
}

interface Server {
  /** The address of a new database. */
  copy(template: string): Promise<string>;
  stop(): Promise<void>;
}

async function startServer(templates: ReadonlyMap<string, Template>): Promise<Server> {
  const cluster = await startCluster();
  // One connection: a template that is being copied cannot be copied by another.
  const admin = new Pool({ connectionString: cluster.url("postgres"), max: 1 });
  admin.on("error", () => {}); // stop() ends the server while this connection is open
  // Creates the cluster's roles before several templates would create them at the same time.
  await filled(cluster.url("postgres"), bootstrap);
  const made = new Map<string, Promise<string>>();
  let copies = 0;
  return {
    async copy(name) {
      const template = templates.get(name);
      if (!template) throw new Error(`There is no template "${name}".`);
      if (!made.has(name)) made.set(name, makeTemplate(cluster, admin, name, template));
      const database = `test_${++copies}`;
      await admin.query(`create database ${database} template ${await made.get(name)} strategy file_copy`);
      return cluster.url(database);
    },
    async stop() {
      await cluster.stop();
      await admin.end().catch(() => {});
    },
  };
}

/** The database's name. */
async function makeTemplate(cluster: Cluster, admin: Pool, name: string, fill: Template): Promise<string> {
  const database = `template_${name}`;
  await admin.query(`create database ${database}`);
  await fill(cluster.url(database));
  return database;
}

async function filled(url: string, fill: (db: Database) => Promise<unknown>): Promise<void> {
  const db = await openDatabase({ url, dataDir: "" });
  try {
    await fill(db);
  } finally {
    await db.close();
  }
}
