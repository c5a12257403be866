/**
 * Physical copies of the running cluster in DATA_DIR/backups: after the first start, before migrations, and once a day.
 * A separate server starts on each copy and reads it before the copy counts; the oldest copies are removed. To restore
 * one, stop the host and put the copy in place of DATA_DIR/database.
 */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { type Connection, newAddress } from "../../database/embedded/address.ts";
import { freeBytes } from "../../database/embedded/disk/disk-guard.ts";
import { canEnter, letServerEnter } from "../../database/embedded/home/server-files.ts";
import { type RunningCluster, startPostmaster } from "../../database/embedded/postmaster.ts";
import type { RunAs } from "../../database/embedded/run-as.ts";
import { makeFolderDurably, renameDurably, syncTree } from "../../durable-files.ts";
import type { ScheduleState } from "../backup-state.ts";
import { backupsIn, timeInName, UNREAD, UPGRADE } from "../backups-on-disk.ts";
import { copyCluster } from "./copy-cluster.ts";

export interface CopyOptions {
  cluster: RunningCluster;
  /** How many daily copies to keep. */
  kept: number;
  log: (event: string, error: unknown) => void;
}

const DAY_MS = 86_400_000;

/** Makes a copy if one is due. Never rejects: a failure is logged. */
export async function copyIfDue(options: CopyOptions, signal: AbortSignal): Promise<ScheduleState> {
  const { backups } = options.cluster.home;
  let error: string | null = null;
  try {
    if (isDue(backups)) await makeCopy(options, { signal });
  } catch (reason) {
    error = reason instanceof Error ? reason.message : String(reason);
    if (!signal.aborted) options.log("the backup failed", error);
  }
  const newest = newestIn(backups);
  return { error, lastSuccess: newest === null ? null : new Date(newest).toISOString() };
}

/** True if the newest copy is a day old, or dated a day ahead by a wrong clock. */
export function isDue(folder: string, now = Date.now()): boolean {
  const newest = newestIn(folder);
  return newest === null || Math.abs(now - newest) >= DAY_MS;
}

function newestIn(folder: string): number | null {
  return dailyIn(folder).at(-1)?.at ?? null;
}

function dailyIn(folder: string) {
  return backupsIn(folder).filter(({ kind }) => kind === "daily copy");
}

/** Makes a copy now and returns its folder. That of an upgrade replaces the earlier one of an upgrade, and no daily one. */
export async function makeCopy(
  { cluster, kept }: Pick<CopyOptions, "cluster" | "kept">,
  { isForUpgrade = false, signal }: { isForUpgrade?: boolean; signal?: AbortSignal } = {},
): Promise<string> {
  const { home, postmaster, connection } = cluster;
  const { backups } = home;
  makeFolder(backups, postmaster.runAs);
  for (const name of readdirSync(backups)) if (name.endsWith(UNREAD)) remove(join(backups, name));
  await ensureSpace(connection, backups);
  const backup = join(backups, timeInName() + (isForUpgrade ? UPGRADE : ""));
  const copy = backup + UNREAD;
  await copyCluster({ connection, from: home.cluster, to: copy, runAs: postmaster.runAs, signal });
  await readBack({ ...cluster, postmaster: { ...postmaster, cluster: copy } }, signal);
  await syncTree(copy);
  renameDurably(copy, backup);
  const earlier = isForUpgrade
    ? backupsIn(backups).filter(({ kind, path }) => kind === "copy of an upgrade" && path !== backup)
    : dailyIn(backups).slice(0, -kept);
  for (const { path } of earlier) remove(path);
  return backup;
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
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
async function readBack(
  { home, postmaster, connection }: RunningCluster,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { address, connection: spare } = await newAddress(home.folder);
  const server = await startPostmaster({ ...postmaster, address, settings: { shared_buffers: "8MB" } });
  const reader = new pg.Client({ ...connection, host: spare.host, port: spare.port });
  reader.on("error", () => {}); // the running query rejects as well
  try {
    await reader.connect();
    const { rows } = await reader.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables",
    );
    for (const { name } of rows) {
      signal?.throwIfAborted();
      await reader.query(`select count(t) from ${name} as t`);
    }
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
