/** DATA_DIR/restore.json marks a folder into which a restore has begun. No host serves it until the restore has finished. */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { StartError } from "../../database/start-error.ts";
import { isDraftOf, removeDurably, writeDurably } from "../../durable-files.ts";
import { BackupError } from "./format.ts";

const MARK = "restore.json";
const markSchema = z.object({ backup: z.string() });
/** The root folder of a separate file system has this folder. */
const IGNORED = new Set(["lost+found"]);

/**
 * Marks an empty folder, or a missing one that `create` makes. Returns true if an earlier restore of the same backup was
 * cut short there. Throws BackupError if the folder has anything else.
 */
export function markRestore(dataDir: string, id: string, create: () => void): boolean {
  const isNew = !existsSync(dataDir);
  if (isNew) create();
  const isOther = (name: string) => !IGNORED.has(name) && !isDraftOf(MARK, name);
  const found = isNew ? [] : readdirSync(dataDir).filter(isOther);
  if (found.includes(MARK)) {
    const begun = markIn(dataDir);
    if (begun === id) return true;
    // The mark is the first thing in the folder, so a restore that was killed while it wrote the mark left nothing else.
    if (begun !== null || found.length > 1)
      throw new BackupError(
        `${dataDir} has an unfinished restore of another backup: restore that one again, or delete the folder.`,
      );
  } else if (found.length > 0)
    throw new BackupError(
      `The data folder ${dataDir} is not empty: it has ${found.slice(0, 5).join(", ")}. Set DATA_DIR to a new folder.`,
    );
  writeDurably(join(dataDir, MARK), `${JSON.stringify({ backup: id })}\n`);
  return false;
}

/** The id of the backup; null if the restore was killed while it wrote the mark. */
function markIn(dataDir: string): string | null {
  try {
    return markSchema.parse(JSON.parse(readFileSync(join(dataDir, MARK), "utf8"))).backup;
  } catch {
    return null;
  }
}

/** Removes what a refused restore made in the folder, which was empty when it was marked: the mark and an empty cluster. */
export function emptyFolder(dataDir: string): void {
  for (const name of readdirSync(dataDir))
    if (!IGNORED.has(name)) rmSync(join(dataDir, name), { recursive: true, force: true });
}

/** Lets a host serve the folder. */
export function unmarkRestore(dataDir: string): void {
  removeDurably(join(dataDir, MARK));
}

/** Throws StartError for a folder whose restore was cut short: it has keys and uploads without their rows. */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (!existsSync(join(dataDir, MARK))) return;
  throw new StartError(
    `The restore into ${dataDir} was not finished: run npm run restore again, or delete the folder.`,
  );
}
