import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { eventually } from "../../../tests/eventually.ts";
import { bootstrap } from "../bootstrap.ts";
import { PostgresDatabase } from "../postgres/postgres.ts";
import { newAddress } from "./address.ts";
import { dataFolders } from "./cluster.fixture.ts";
import { adoptCluster } from "./cluster.ts";
import { prepareHome } from "./home/home.ts";
import { reachablePrograms } from "./home/reachable-programs.ts";
import { type PostmasterOptions, startPostmaster } from "./postmaster.ts";
import { HOST_SETTING, isAlive, readLock } from "./postmaster-lock.ts";
import { findPrograms } from "./programs.ts";
import { chooseRunAs } from "./run-as.ts";
import { signalServer } from "./signal-server.ts";

const { folder } = dataFolders();

it("a server starts after the last process of a killed server is gone", async () => {
  const options = await serverOptions();
  const { cluster } = options;
  const killed = await startPostmaster(options);
  const [child = 0] = childrenOf(killed.pid);
  process.kill(child, "SIGSTOP");
  // A stopped process would outlive a failing test.
  onTestFinished(() => signalIfAlive(child, "SIGCONT"));
  const guard = parentOf(killed.pid);
  process.kill(guard, "SIGKILL");
  process.kill(killed.pid, "SIGKILL");
  await killed.ended;
  const starting = startPostmaster(options);
  const attempt = await eventually(() => guardOf(cluster), 1);
  await eventually(() => expect(isAlive(attempt)).toBe(false), 1);
  process.kill(child, "SIGCONT");
  const next = await starting;
  expect(readLock(cluster)).toMatchObject({ pid: next.pid, status: "ready" });
  await next.stop();
});

it("a server waits for the server of a killed host, which may take a second to stop", async () => {
  const options = await serverOptions();
  const orphan = await startPostmaster(options);
  setTimeout(() => process.kill(orphan.pid, "SIGINT"), 1000);
  const next = await startPostmaster(options);
  expect(isAlive(orphan.pid)).toBe(false);
  await next.stop();
});

it("a server stops the server of an ended host that lost its guard too", async () => {
  const options = await serverOptions();
  const { pid: endedHost } = spawnSync("true");
  const orphan = await startPostmaster({ ...options, settings: { [HOST_SETTING]: String(endedHost) } });
  const next = await startPostmaster(options);
  expect(isAlive(orphan.pid)).toBe(false);
  await next.stop();
});

it("a server stops by pg_ctl too, as on Windows", async () => {
  const options = await serverOptions();
  const { pid, ended } = await startPostmaster(options);
  signalServer(pid, "SIGINT", { ...options, platform: "win32" });
  await ended;
  expect(readLock(options.cluster)).toBeNull();
});

it("a server starts after its postmaster was killed while a transaction had created unlogged tables", async () => {
  const options = await serverOptions();
  const killed = await startPostmaster(options);
  const host = options.address.kind === "socket" ? options.address.folder : "127.0.0.1";
  const client = new pg.Client({ host, user: "postgres", database: "postgres" });
  const lost = new Promise((resolve) => client.on("error", resolve));
  await client.connect();
  await client.query(
    "begin; create unlogged table a (id integer primary key); create unlogged table b (at date)",
  );
  process.kill(killed.pid, "SIGKILL");
  await Promise.all([killed.ended, lost]);
  const next = await startPostmaster(options);
  expect(readLock(options.cluster)).toMatchObject({ pid: next.pid, status: "ready" });
  await next.stop();
});

it("live updates work after a power failure that left an empty template of an unlogged sequence", async () => {
  const options = await serverOptions();
  const failed = await startPostmaster(options);
  const first = openAt(options);
  await bootstrap(first);
  // As versions before the logged sequences made them.
  await first.script(
    "alter sequence host.changes_id_seq set unlogged; alter sequence host.relayed_id_seq set unlogged",
  );
  const files = await first.query<{ path: string }>(
    "select pg_relation_filepath(c.oid) as path from pg_class c where relkind = 'S' and relpersistence = 'u'",
  );
  process.kill(failed.pid, "SIGQUIT");
  await failed.ended;
  await first.close();
  expect(files).toHaveLength(2);
  for (const { path } of files) writeFileSync(join(options.cluster, `${path}_init`), Buffer.alloc(8192));
  const next = await startPostmaster(options);
  onTestFinished(() => next.stop());
  const second = openAt(options);
  onTestFinished(() => second.close());
  const write = "insert into host.changes (batch, relation, operation) values (1, 0, 'INSERT')";
  await expect(second.script(write)).rejects.toThrow("bad magic number in sequence");
  await second.script("update scoreline_host.bootstrap set hash = 'older' where file = 'realtime.sql'");
  await bootstrap(second);
  await second.script(`${write}; select host.relay('', '[]')`);
  expect(await second.query("select from pg_class where relkind = 'S' and relpersistence = 'u'")).toEqual([]);
});

function openAt({ address }: PostmasterOptions): PostgresDatabase {
  const host = address.kind === "socket" ? address.folder : "127.0.0.1";
  return new PostgresDatabase({
    connection: { host, user: "postgres", database: "postgres" },
    shared: false,
  });
}

async function serverOptions(): Promise<PostmasterOptions> {
  const dataDir = await folder();
  const runAs = chooseRunAs();
  const home = prepareHome(dataDir, runAs);
  if (!home) throw new Error(`PostgreSQL's user cannot enter ${dataDir}`);
  await adoptCluster(home.cluster, runAs);
  const { address } = await newAddress(home.folder);
  const programs = await reachablePrograms(findPrograms(), runAs);
  return { programs, runAs, cluster: home.cluster, address };
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  if (isAlive(pid)) process.kill(pid, signal);
}

/** The guard of the cluster's server. Throws if there is none. */
function guardOf(cluster: string): number {
  const found = processes().find((pid) => {
    const command = read(`/proc/${pid}/cmdline`);
    return command.includes("postgres-guard") && command.includes(cluster);
  });
  if (found === undefined) throw new Error("no server is being started");
  return found;
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1]);
}

/** The processes of a server that live as long as it does come first. */
function childrenOf(pid: number): number[] {
  return processes().filter((other) => parentOf(other) === pid);
}

function processes(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b);
}

/** Empty after the process has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
