/** Finds the newest backup on this machine that was read back: other files in its folders, and unfinished ones, do not count. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { homeOf } from "../database/embedded/home/home.ts";
import { verifyBackup } from "./rows/read-backup.ts";

/** A daily copy, or that of an upgrade. It has this name after a server has read it (database/embedded/copies). */
const COPY = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d(?:\.\d+)?Z)(?:\.upgrade)?$/;
const ARCHIVE = /\.tar\.gz$/;

interface Candidate {
  path: string;
  /** When it seems to have been made, in ms since 1970. */
  at: number;
  isArchive: boolean;
}

/** When archives were made, or null for a damaged one, by path, size and time of change: each is read once. */
const read = new Map<string, Promise<number | null>>();

/**
 * When it was made, in ms since 1970; null if there is none. `backupTo`: BACKUP_TO. Reads a backup of `npm run backup` and of
 * BACKUP_TO as a whole if it is the newest one, which takes a large project's minutes. Never rejects.
 */
export async function newestBackup(dataDir: string, backupTo: string | undefined): Promise<number | null> {
  const folders = new Set([homeOf(dataDir).backups, join(dataDir, "backups")]);
  if (backupTo && !backupTo.includes("://")) folders.add(backupTo);
  let newest: number | null = null;
  for (const one of [...folders].flatMap(candidatesIn).sort((a, b) => b.at - a.at)) {
    if (newest !== null && one.at <= newest) break;
    const at = one.isArchive ? await archiveTime(one) : one.at;
    if (at !== null) newest = Math.max(newest ?? at, at);
  }
  return newest;
}

/** None for a folder that cannot be read. */
function candidatesIn(folder: string): Candidate[] {
  try {
    return readdirSync(folder).flatMap((name): Candidate[] => {
      const path = join(folder, name);
      const [, date, hour, minute, second] = COPY.exec(name) ?? [];
      if (date !== undefined && existsSync(join(path, "PG_VERSION")))
        return [{ path, at: Date.parse(`${date}T${hour}:${minute}:${second}`), isArchive: false }];
      const changed = ARCHIVE.test(name) ? statSync(path, { throwIfNoEntry: false })?.mtimeMs : undefined;
      return changed === undefined ? [] : [{ path, at: changed, isArchive: true }];
    });
  } catch {
    return [];
  }
}

async function archiveTime({ path, at }: Candidate): Promise<number | null> {
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
