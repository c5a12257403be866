/**
 * Files that outlast a power failure. A system keeps the content of a file after fsync of the file, and its name after fsync of
 * its folder. No other module of the host writes, copies, renames or links files: `biome.json` refuses it.
 */
import { randomBytes } from "node:crypto";
import {
  closeSync,
  fchownSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { link, open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

const OWNER_ONLY = { file: 0o600, folder: 0o700 };
/** How a file is opened to sync it: Windows syncs only what may be written. */
const SYNCED = process.platform === "win32" ? "r+" : "r";

export interface WriteOptions {
  /** The owner of the file; otherwise this process's user. */
  owner?: { uid: number; gid: number } | Record<string, never>;
  /** False keeps a file that exists already. */
  replace?: boolean;
}

/** Writes a small file that only its owner can read: it has all of the content, or is as before. */
export function writeDurably(path: string, content: string | Uint8Array, options: WriteOptions = {}): void {
  const { owner = {}, replace = true } = options;
  const draft = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    const file = openSync(draft, "wx", OWNER_ONLY.file);
    try {
      writeFileSync(file, content);
      // Not by path, because another user could replace the draft with a link meanwhile.
      if ("uid" in owner) fchownSync(file, owner.uid, owner.gid);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (replace) renameSync(draft, path);
    else linkSync(draft, path); // a rename would replace the file of a process that came first
  } catch (error) {
    if (replace || !isCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(draft, { force: true }); // after a rename there is none
  }
  syncFolder(dirname(path));
}

/** True for the name of a file that writeDurably was writing to `path` when the power failed. */
export function isDraftOf(path: string, name: string): boolean {
  return (
    name.startsWith(`${basename(path)}.`) && /^[0-9a-f]{12}\.tmp$/.test(name.slice(basename(path).length + 1))
  );
}

/**
 * Writes a file of any size that only its owner can read, and creates its folder: first as `draft`, which this process must be
 * the only one to write.
 */
export async function storeDurably(
  path: string,
  source: string | Uint8Array | AsyncIterable<Uint8Array>,
  draft = `${path}.partial`,
): Promise<void> {
  makeFolderDurably(dirname(path));
  try {
    const file = await open(draft, "w", OWNER_ONLY.file);
    try {
      await file.chmod(OWNER_ONLY.file); // of a draft that was left there
      await file.writeFile(source);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await folderSynced(dirname(path));
}

/** Gives a stored file a second name. Rejects if the first does not exist. */
export async function linkDurably(from: string, to: string): Promise<void> {
  makeFolderDurably(dirname(to));
  await link(from, to);
  await folderSynced(dirname(to));
}

/** Moves a file or folder whose content is on the disk. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  for (const folder of new Set([dirname(to), dirname(from)])) syncFolder(folder);
}

/** Removes a file whose return would have an effect. */
export function removeDurably(path: string): void {
  rmSync(path, { force: true });
  syncFolder(dirname(path));
}

/** Creates the folder and those above it that are missing. */
export function makeFolderDurably(folder: string, mode = OWNER_ONLY.folder): void {
  const path = resolve(folder);
  const first = mkdirSync(path, { recursive: true, mode });
  if (first === undefined) return; // it existed
  for (let made = path; made.length >= resolve(first).length; made = dirname(made)) syncFolder(dirname(made));
}

/** Syncs everything in a folder that another program wrote, and the folder. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await syncTree(path);
    else if (entry.isFile()) {
      const file = await open(path, SYNCED);
      await file.sync().finally(() => file.close());
    }
  }
  syncFolder(folder);
}

/** Makes the names in a folder outlast a power failure, as far as its file system can. */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return; // opens no folders
  try {
    const file = openSync(folder, "r");
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (!isCode(error, ...UNSYNCABLE)) throw error;
  }
}

/** The same without blocking requests. */
async function folderSynced(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  try {
    const file = await open(folder);
    await file.sync().finally(() => file.close());
  } catch (error) {
    if (!isCode(error, ...UNSYNCABLE)) throw error;
  }
}

/** A folder above the data folder that this user may not read, and folders on some network file systems. */
const UNSYNCABLE = ["EACCES", "EINVAL", "EBADF"];

function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
