/** Opens the database of a host without DATABASE_URL: PostgreSQL in the data folder, run by the host. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { STOP_MS, within } from "../../stop.ts";
import { makeDataFolder } from "../data-folder.ts";
import { PostgresDatabase, type PostgresOptions } from "../postgres/postgres.ts";
import { StartError } from "../start-error.ts";
import { newAddress, removeOldSockets, removeSocket } from "./address.ts";
import { adoptCluster, includeSettings, makeCluster, readCluster, removeUnfinished } from "./cluster.ts";
import { forgetConnection, rememberConnection } from "./connection-file.ts";
import { startDiskGuard } from "./disk/disk-guard.ts";
import { RESERVE_BYTES, releaseReserve, reserveKeeper } from "./disk/disk-reserve.ts";
import { extensionSettings } from "./extension-folder.ts";
import { homeOf, prepareHome } from "./home/home.ts";
import { reachablePrograms } from "./home/reachable-programs.ts";
import { lastServerEnded, type PostmasterOptions, type RunningCluster } from "./postmaster.ts";
import { findPrograms, programPath } from "./programs.ts";
import { asNamedUser, chooseRunAs, runInNamespace } from "./run-as.ts";
import { Supervisor } from "./supervisor.ts";

export interface EmbeddedOptions {
  dataDir: string;
  /** Logs failures that the host recovers from. */
  log: (event: string, error: unknown) => void;
  /** Prints where the database is if it is not in the data folder. */
  notice: (line: string) => void;
}

/** Throws StartError, whose message says in one line what to do. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { log, notice } = options;
  const dataDir = resolve(options.dataDir);
  if (existsSync(dataDir)) makeDataFolder(dataDir); // before anything is read from it
  const existing = readCluster(homeOf(dataDir).cluster);
  let runAs = chooseRunAs(existing?.owner);
  let home = prepareHome(dataDir, runAs);
  if (!home) {
    if (existing?.owner.uid !== 0) throw unreachable(dataDir);
    runAs = runInNamespace();
    home = homeOf(dataDir);
  }
  const programs = await reachablePrograms(findPrograms(existing?.major), runAs);
  if (home.folder !== dataDir)
    notice(
      `The database is in ${home.folder}: PostgreSQL does not run as root, and its user cannot enter ${dataDir}.`,
    );
  if (existing) {
    await adoptCluster(home.cluster, runAs);
    includeSettings(home.cluster, runAs);
  } else await makeCluster(home.cluster, programs, runAs);
  const { address, connection } = await newAddress(home.folder);
  const settings = extensionSettings(home.folder, programs.major, runAs);
  const postmaster: PostmasterOptions = { programs, runAs, cluster: home.cluster, address, settings };
  if (address.kind === "port") {
    await lastServerEnded(home.cluster);
    setPassword(postmaster, String(connection.password));
  }
  const supervisor = await Supervisor.start(postmaster, log);
  // From here on this process has the lock of the cluster.
  removeUnfinished(home.folder);
  removeOldSockets(home.folder, address);
  rememberConnection(dataDir, connection);
  let diskFull = (_failed: "statement" | "connection"): void => {};
  const database: EmbeddedDatabase = new EmbeddedDatabase(
    { connection, shared: false, diskFull: (failed) => diskFull(failed) },
    { home, postmaster, connection },
    async () => {
      guard.stop();
      forgetConnection(dataDir);
      await supervisor.stop();
      removeSocket(address);
    },
  );
  const refuseWrites = (message: string | null) => database.refuseWrites(message);
  const spare = { bytes: RESERVE_BYTES, found: reserveKeeper(home.cluster, log) };
  const guard = startDiskGuard({ folder: home.cluster, refuseWrites, spare, log });
  diskFull = async (failed) => {
    // A server that had space to start, but has none for its first connections, does not end.
    if (failed === "connection") await releaseReserve(home.cluster);
    await guard.check();
  };
  return database;
}

export class EmbeddedDatabase extends PostgresDatabase {
  constructor(
    options: PostgresOptions,
    readonly cluster: RunningCluster,
    private readonly stopServer: () => Promise<void>,
  ) {
    super(options);
  }

  /** Waits a short time for running statements, then ends the server. */
  override async close(): Promise<void> {
    const closed = super.close();
    await within(STOP_MS.statements, closed);
    await this.stopServer();
    await closed;
  }
}

/** Sets a new password for the role `postgres` while no server runs. */
function setPassword({ programs, cluster, ...options }: PostmasterOptions, password: string): void {
  const runAs = asNamedUser(options.runAs);
  const command = [...runAs.prefix, programPath(programs, "postgres"), "--single", "-D", cluster, "postgres"];
  const [program = "", ...args] = command;
  const done = spawnSync(program, args, {
    ...runAs.ids,
    cwd: "/",
    encoding: "utf8",
    input: `alter role postgres password '${password}'\n`,
  });
  if (done.status === 0 || /already exists|still in use/.test(done.stderr ?? "")) return; // in use, which the start reports
  throw new StartError(`PostgreSQL cannot open ${cluster}: ${(done.stderr ?? "").trim().split("\n").at(-1)}`);
}

function unreachable(dataDir: string): StartError {
  return new StartError(
    `The owner of the database cannot enter ${dataDir}: let that user enter it, or start as that user.`,
  );
}
