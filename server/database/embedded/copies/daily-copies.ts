/**
 * Physical copies of the running cluster in DATA_DIR/backups: after the first start, before migrations, and once a day.
 * A separate server starts on each copy and reads it before the copy counts; the oldest copies are removed. To restore
 * one, stop the host and put the copy in place of DATA_DIR/database.
 */
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { makeFolderDurably, renameDurably, syncTree } from "../../../durable-files.ts";
import { type Connection, newAddress } from "../address.ts";
import { freeBytes } from "../disk/disk-guard.ts";
import type { Home } from "../home/home.ts";
import { canEnter, letServerEnter } from "../home/server-files.ts";
import { type PostmasterOptions, startPostmaster } from "../postmaster.ts";
import type { RunAs } from "../run-as.ts";
import { copyCluster } from "./copy-cluster.ts";

export interface DailyCopiesOptions {
  home: Home;
  /** How the live server runs; the copy's server runs the same way at another address. */
  postmaster: PostmasterOptions;
  /** Of the live server. */
  connection: Connection;
  kept: number;
  log: (event: string, error: unknown) => void;
  /** Called each time that the schedule looks: why the last copy failed, or null, and when the newest one was made. */
  report: (error: string | null, lastSuccess: Date | null) => Promise<void>;
  /** Milliseconds since 1970. */
  now?: () => number;
}

const DAY_MS = 86_400_000;
const LOOK_MS = 600_000;
/** Keeps the first seconds of a start free for requests, and makes no copy for a short-lived command. */
const FIRST_LOOK_MS = 20_000;
/** The suffix of a copy that has not been verified. A remaining one was interrupted. */
const UNREAD = ".unread";
/** The suffix of the copy that the last upgrade made. It does not count as a daily one, so repeated starts of a version whose migrations fail remove no daily ones. */
const UPGRADE = ".upgrade";

export class DailyCopies {
  #timers: NodeJS.Timeout[] = [];
  #underWay: Promise<string | null> | null = null;
  #stopped = false;

  constructor(private readonly options: DailyCopiesOptions) {}

  /** Checks after a few seconds, then every ten minutes, whether the newest copy is a day old. */
  start(): void {
    if (this.options.kept === 0) return;
    const look = () => void this.copyIfDue();
    this.#timers = [setTimeout(look, FIRST_LOOK_MS), setInterval(look, LOOK_MS)];
    for (const timer of this.#timers) timer.unref();
  }

  /** Makes a copy if one is due, and reports the state. Never rejects: failures are logged. */
  async copyIfDue(): Promise<void> {
    const { log, report } = this.options;
    const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
    let failure: string | null = null;
    let newest: Date | null = null;
    try {
      newest = this.#newest();
      if (this.isDue()) await this.copy();
      newest = this.#newest();
    } catch (error) {
      failure = messageOf(error);
    }
    if (this.#stopped) return;
    if (failure !== null) log("the backup failed", failure);
    await report(failure, newest).catch((error: unknown) => {
      if (!this.#stopped) log("the state of the backups could not be reported", messageOf(error));
    });
  }

  /** True if the newest copy is a day old, or dated a day ahead by a wrong clock. */
  isDue(): boolean {
    const { now = Date.now } = this.options;
    const newest = this.#newest();
    return newest === null || Math.abs(now() - newest.getTime()) >= DAY_MS;
  }

  #newest(): Date | null {
    const { backups } = this.options.home;
    const last = names(backups).at(-1);
    return last === undefined ? null : statSync(join(backups, last)).mtime;
  }

  /** Makes a copy, or waits for the one in progress. Resolves to its folder, or to null if none are kept. */
  copy(isForUpgrade = false): Promise<string | null> {
    if (this.options.kept === 0) return Promise.resolve(null);
    this.#underWay ??= this.#make(isForUpgrade ? UPGRADE : "").finally(() => {
      this.#underWay = null;
    });
    return this.#underWay;
  }

  /** Makes no more copies and resolves when none is in progress. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#underWay?.catch(() => {});
  }

  async #make(suffix: string): Promise<string> {
    const { home, postmaster, connection, kept, now = Date.now } = this.options;
    makeFolder(home.backups, postmaster.runAs);
    for (const name of readdirSync(home.backups))
      if (name.endsWith(UNREAD)) rmSync(join(home.backups, name), { recursive: true, force: true });
    await ensureSpace(connection, home.backups);
    const backup = join(home.backups, new Date(now()).toISOString().replaceAll(":", "-") + suffix);
    const copy = backup + UNREAD;
    await copyCluster({
      connection,
      from: home.cluster,
      to: copy,
      runAs: postmaster.runAs,
      shouldContinue: () => !this.#stopped,
    });
    await readBack({ ...postmaster, cluster: copy }, connection, home);
    await syncTree(copy);
    renameDurably(copy, backup);
    const earlier = readdirSync(home.backups).filter(
      (name) => name.endsWith(UPGRADE) && !backup.endsWith(name),
    );
    for (const name of suffix === UPGRADE ? earlier : names(home.backups).slice(0, -kept))
      rmSync(join(home.backups, name), { recursive: true, force: true });
    return backup;
  }
}

/** Space to leave free, so that the database can continue to write. */
const RESERVE = 256 * 2 ** 20;

/** Throws if a copy would fill the disk. */
async function ensureSpace(connection: Connection, folder: string): Promise<void> {
  const client = new pg.Client(connection);
  client.on("error", () => {}); // the query rejects as well
  await client.connect();
  try {
    const { rows } = await client.query<{ size: string }>(
      "select sum(pg_database_size(oid)) as size from pg_database",
    );
    const needed = Number(rows[0]?.size) + RESERVE;
    const free = await freeBytes(folder);
    if (free < needed)
      throw new Error(
        `it needs ${Math.ceil(needed / 2 ** 20)} MB, and ${Math.floor(free / 2 ** 20)} MB are free`,
      );
  } finally {
    await client.end();
  }
}

/**
 * Starts a server on the copy at another address and reads every row of every table, which verifies the page checksums.
 */
async function readBack(copy: PostmasterOptions, connection: Connection, home: Home): Promise<void> {
  const { address, connection: spare } = await newAddress(home.folder);
  const server = await startPostmaster({ ...copy, address, settings: { shared_buffers: "8MB" } });
  const reader = new pg.Client({ ...connection, host: spare.host, port: spare.port });
  reader.on("error", () => {}); // the running query rejects as well
  try {
    await reader.connect();
    const { rows } = await reader.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables",
    );
    for (const { name } of rows) await reader.query(`select count(t) from ${name} as t`);
  } finally {
    await reader.end().catch(() => {});
    await server.stop();
    if (address.kind === "socket") rmSync(address.folder, { recursive: true, force: true });
  }
}

/** The server's user reads the copies. `npm run backup` may have made the folder, which is then closed. */
function makeFolder(folder: string, runAs: RunAs): void {
  makeFolderDurably(folder);
  if (!canEnter(folder, runAs)) letServerEnter(folder, runAs);
}

/** The name of a daily copy. `npm run backup` writes other files into the same folder. */
const DAILY = /^\d{4}-[^.]*(\.\d{3}Z)?$/;

/** Oldest first, because the names are timestamps. */
function names(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => DAILY.test(name))
    .sort();
}
