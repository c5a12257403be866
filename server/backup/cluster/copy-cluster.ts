/**
 * Copies a cluster while its server runs. Source:
 * https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 */
import { chownSync, constants } from "node:fs";
// biome-ignore lint/style/noRestrictedImports: daily-copies.ts syncs the whole copy
import { copyFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { Connection } from "../../database/embedded/address.ts";
import { makeFolderForServer, writeForServer } from "../../database/embedded/home/server-files.ts";
import type { RunAs } from "../../database/embedded/run-as.ts";
import { PROGRAM } from "../../program.ts";

export interface CopyOptions {
  connection: Connection;
  from: string;
  /** Must not exist. */
  to: string;
  runAs: RunAs;
  /** Ends the copy before its next file. */
  signal?: AbortSignal | undefined;
}

/** Files of a running server, or files that a server creates again. */
const LEFT_OUT = /^(postmaster\.(pid|opts)|pg_internal\.init(\.\d+)?|pgsql_tmp.*)$/;
/** Folders that must exist and are copied empty. */
const EMPTIED = new Set([
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
  "pg_wal",
]);

/**
 * When this resolves, the copy contains everything that was committed, and opens like a cluster after a crash. Rejects
 * if the server ends or the disk is full; the partial copy remains.
 */
export async function copyCluster({ connection, from, to, runAs, signal }: CopyOptions): Promise<void> {
  const client = new pg.Client(connection);
  let lost: Error | undefined; // why the next query rejects; its own error only says that it cannot be sent
  client.on("error", (error) => {
    lost = error;
  });
  await client.connect();
  const copier = new Copier(runAs, signal);
  try {
    // The slot keeps the WAL of the copy's duration. It is temporary and ends with this connection.
    await client.query(
      `select pg_create_physical_replication_slot('${PROGRAM}_backup_' || pg_backend_pid(), true, true)`,
    );
    await client.query(`select pg_backup_start('${PROGRAM}', true)`);
    await copier.folder(from, to, (name) => EMPTIED.has(name));
    const { rows } = await client.query<{ labelfile: string; spcmapfile: string; stop: string }>(
      "select labelfile, spcmapfile, pg_walfile_name(lsn) as stop from pg_backup_stop(false)",
    );
    const [{ labelfile = "", spcmapfile = "", stop = "" } = {}] = rows;
    writeForServer(join(to, "backup_label"), labelfile, runAs);
    if (spcmapfile !== "") writeForServer(join(to, "tablespace_map"), spcmapfile, runAs);
    await copyLog(copier, labelfile, stop, from, to);
  } catch (error) {
    throw lost ? new Error(`the server ended: ${lost.message}`) : error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Copies the WAL segments from the backup's start to its end, which a server replays when it starts on the copy. */
async function copyLog(copier: Copier, label: string, stop: string, from: string, to: string): Promise<void> {
  const [, start = ""] = /^START WAL LOCATION: .*\(file ([0-9A-F]{24})\)/m.exec(label) ?? [];
  const segments = (await readdir(join(from, "pg_wal"))).filter((name) => /^[0-9A-F]{24}$/.test(name));
  for (const name of segments.filter((name) => name >= start && name <= stop))
    await copier.file(join(from, "pg_wal", name), join(to, "pg_wal", name));
  makeFolderForServer(join(to, "pg_wal", "archive_status"), copier.runAs);
}

/** Copies files for the server's user. */
class Copier {
  constructor(
    readonly runAs: RunAs,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async folder(from: string, to: string, isEmptied: (name: string) => boolean = () => false): Promise<void> {
    makeFolderForServer(to, this.runAs);
    for (const entry of await readdir(from, { withFileTypes: true })) {
      if (LEFT_OUT.test(entry.name)) continue;
      const [source, target] = [join(from, entry.name), join(to, entry.name)];
      if (entry.isDirectory()) {
        if (isEmptied(entry.name)) makeFolderForServer(target, this.runAs);
        else await this.folder(source, target);
      } else if (entry.isFile()) await this.file(source, target);
    }
  }

  async file(from: string, to: string): Promise<void> {
    this.signal?.throwIfAborted();
    try {
      await copyFile(from, to, constants.COPYFILE_FICLONE);
    } catch (error) {
      // A table was dropped in the meantime, which the WAL contains.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      return;
    }
    const { ids } = this.runAs;
    if ("uid" in ids) chownSync(to, ids.uid, ids.gid);
  }
}
