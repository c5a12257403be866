/** Which backups are on this machine: the names of their files and folders, and the newest one that was read back. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { homeOf } from "../database/embedded/home/home.ts";
import { PROGRAM } from "../program.ts";
import { verifyBackup } from "./rows/read-backup.ts";

/** The suffix of a copy that no server has read. A remaining one was interrupted. */
export const UNREAD = ".unread";
/** The suffix of the copy that the last upgrade made. It is not one of the daily ones, so repeated starts of a version whose migrations fail remove none of those. */
export const UPGRADE = ".upgrade";
/** A daily copy, or that of an upgrade. It has this name after a server has read it (cluster/daily-copies.ts). */
const COPY = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d(?:\.\d+)?Z)(\.upgrade)?$/;
const ARCHIVE = /\.tar\.gz$/;
/** A file of rows with the suffix of an unfinished one: a host that was killed has left it. */
const UNFINISHED = new RegExp(`^(?:${PROGRAM}|before-upgrade)-.+\\.tar\\.gz\\..+$`);
const BEFORE_UPGRADE = /^before-upgrade-.*\.tar\.gz(\.partial)?$/;

/** The current time in a name. Milliseconds keep the names of any two backups apart. */
export function timeInName(now = Date.now()): string {
  return new Date(now).toISOString().replaceAll(":", "-");
}

export function isUnfinished(name: string): boolean {
  return UNFINISHED.test(name);
}

/** `backupTo`: BACKUP_TO. Some may not exist. */
export function foldersOfBackups(dataDir: string, backupTo: string | undefined): string[] {
  const isFolder = backupTo && !backupTo.includes("://");
  return [...new Set([homeOf(dataDir).backups, join(dataDir, "backups"), ...(isFolder ? [backupTo] : [])])];
}

interface Found {
  name: string;
  path: string;
  /** When it seems to have been made, in ms since 1970. */
  at: number;
  kind: "daily copy" | "copy of an upgrade" | "archive";
}

/** What has the name of a finished backup, oldest first. None in a folder that cannot be read. */
export function backupsIn(folder: string): Found[] {
  return namesIn(folder)
    .flatMap((name): Found[] => {
      const path = join(folder, name);
      const [, date, hour, minute, second, upgrade] = COPY.exec(name) ?? [];
      if (date !== undefined && existsSync(join(path, "PG_VERSION"))) {
        const kind = upgrade ? "copy of an upgrade" : "daily copy";
        return [{ name, path, at: Date.parse(`${date}T${hour}:${minute}:${second}`), kind }];
      }
      const changed = ARCHIVE.test(name) ? statSync(path, { throwIfNoEntry: false })?.mtimeMs : undefined;
      return changed === undefined ? [] : [{ name, path, at: changed, kind: "archive" }];
    })
    .sort((a, b) => a.at - b.at);
}

/** The files that upgrades of a database of DATABASE_URL have left, finished or not. */
export function upgradeFilesIn(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => BEFORE_UPGRADE.test(name))
    .map((name) => join(folder, name));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** When archives were made, or null for a damaged one, by path, size and time of change: each is read once. */
const read = new Map<string, Promise<number | null>>();

/**
 * When it was made, in ms since 1970; null if there is none. Reads a backup of `npm run backup` and of
 * BACKUP_TO as a whole if it is the newest one, which takes a large project's minutes. Never rejects.
 */
export async function newestBackup(dataDir: string, backupTo: string | undefined): Promise<number | null> {
  const found = foldersOfBackups(dataDir, backupTo).flatMap(backupsIn);
  let newest: number | null = null;
  for (const one of found.sort((a, b) => b.at - a.at)) {
    if (newest !== null && one.at <= newest) break;
    const at = one.kind === "archive" ? await archiveTime(one) : one.at;
    if (at !== null) newest = Math.max(newest ?? at, at);
  }
  return newest;
}

async function archiveTime({ path, at }: Found): Promise<number | null> {
  const key = `${path} ${statSync(path, { throwIfNoEntry: false })?.size} ${at}`;
  const known = read.get(key);
  if (known) return known;
  const time = verifyBackup(path).then(
    ({ contents }) => Date.parse(contents.created_at),
    () => null,
  );
  read.set(key, time);
  return time;
}
