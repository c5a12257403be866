/**
 * Files and folders for the server's user. Their owners and modes are set explicitly, because hardened machines give root
 * the umask 077 or 027, which hides new files from other users.
 */
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { syncFolder, writeDurably } from "../../../durable-files.ts";
import { type RunAs, works } from "../run-as.ts";

/** The mode of a folder that only its owner and the server's group can enter. */
export const ENTERED_BY_GROUP = 0o710;

/**
 * Writes a file that only the server's user can read, completely or not at all. A file with the same text remains, so that a
 * server can start again on a full disk.
 */
export function writeForServer(path: string, text: string, { ids }: RunAs): void {
  if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeDurably(path, text, { owner: ids });
}

/** Makes a folder that only the server's user can read and write. It must not exist. */
export function makeFolderForServer(folder: string, { ids }: RunAs): void {
  mkdirSync(folder, { mode: 0o700 });
  if ("uid" in ids) chownSync(folder, ids.uid, ids.gid);
}

/** Lets the server's group enter a folder of this process's user. */
export function letServerEnter(folder: string, { ids }: RunAs): void {
  if (!("gid" in ids)) return;
  chownSync(folder, process.getuid?.() ?? 0, ids.gid);
  chmodSync(folder, ENTERED_BY_GROUP);
  syncFolder(folder);
}

/** True if the server's user can enter the folder and all folders above it. */
export function canEnter(folder: string, { ids }: RunAs): boolean {
  return !("uid" in ids) || works(["test", "-x", folder], ids);
}
