/** Finds databases in SYSTEM_FOLDER whose data folder was deleted, and removes a data folder with its database. */
import { lstatSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { lastServerEnded } from "../postmaster.ts";
import { isRunning } from "../postmaster-lock.ts";
import { dataFolderOf, homeIn, homeOf, isSystemHome } from "./home.ts";
import { SYSTEM_FOLDER } from "./system-folder.ts";

export interface UnusedHome {
  folder: string;
  bytes: number;
  /** The data folder that it was made for; null if an earlier version made it, which did not record it. */
  dataFolder: string | null;
}

/** This user's homes to which no known data folder leads. A home with a running server is in use. */
export function unusedHomes(): UnusedHome[] {
  return namesIn(SYSTEM_FOLDER)
    .map((name) => join(SYSTEM_FOLDER, name))
    .filter((folder) => isSystemHome(folder) && lstatSync(folder).uid === process.getuid?.())
    .filter((folder) => !isRunning(homeIn(folder).cluster))
    .map((folder) => ({ folder, dataFolder: dataFolderOf(folder) }))
    .filter(({ folder, dataFolder }) => dataFolder === null || !isLinked(folder, dataFolder))
    .map((home) => ({ ...home, bytes: sizeOf(home.folder) }));
}

/**
 * Removes a data folder and its database, wherever it is, for a demo that could not be filled. Waits for a server that is
 * still stopping.
 */
export async function removeDataFolder(dataDir: string): Promise<void> {
  const { folder, cluster } = homeOf(resolve(dataDir));
  await lastServerEnded(cluster);
  // The home first: while the data folder is there, an interrupted removal can be repeated.
  if (isSystemHome(folder) && isOnlyOf(folder, dataDir)) remove(folder);
  remove(dataDir);
}

/** False for a database that another data folder leads to as well: this one is a copy of its links. */
function isOnlyOf(home: string, dataDir: string): boolean {
  const recorded = dataFolderOf(home);
  return recorded === null || recorded === realpathSync(dataDir) || !leadsTo(recorded, home);
}

/** True if the recorded data folder leads to the home, or one beside it, because the folder was renamed. */
function isLinked(home: string, dataFolder: string): boolean {
  const parent = dirname(dataFolder);
  return [dataFolder, ...namesIn(parent).map((name) => join(parent, name))].some((path) =>
    leadsTo(path, home),
  );
}

function leadsTo(dataDir: string, home: string): boolean {
  return homeOf(dataDir).folder === home;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // it does not exist
  }
}

/** A PostgreSQL of a killed host may still write while it stops. */
function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

function sizeOf(folder: string): number {
  const sizes = readdirSync(folder, { recursive: true, encoding: "utf8" }).map(
    (name) => lstatSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
