/**
 * Finds the folder of a host's cluster: the data folder, or one in SYSTEM_FOLDER if the server's user cannot enter the
 * data folder (a clone under /root). The data folder then has links to it, and it names its data folder in home.json, so
 * that a database whose data folder was deleted can be recognised.
 */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, readlinkSync, realpathSync, statSync, symlinkSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import { makeFolderDurably, syncFolder, writeDurably } from "../../../durable-files.ts";
import { makeDataFolder } from "../../data-folder.ts";
import { StartError } from "../../start-error.ts";
import type { RunAs } from "../run-as.ts";
import { canEnter, ENTERED_BY_GROUP, letServerEnter } from "./server-files.ts";
import { makeSystemFolder, SYSTEM_FOLDER } from "./system-folder.ts";

/** The folders of a home, which the data folder links to if the home is elsewhere. */
const PARTS = ["database", "backups"] as const;
const NAME = /^[0-9a-f]{12}$/;
const RECORD = "home.json";
const OWNER_ONLY = 0o700;
const recordSchema = z.object({ data_folder: z.string() });

export interface Home {
  /** Contains the cluster, its sockets and its backups. The server's user can enter it. */
  folder: string;
  /** The PostgreSQL data directory. */
  cluster: string;
  backups: string;
}

export function homeIn(folder: string): Home {
  return { folder, cluster: join(folder, "database"), backups: join(folder, "backups") };
}

/** The home in the data folder or behind its links. Its cluster need not exist yet. */
export function homeOf(dataDir: string): Home {
  try {
    return homeIn(dirname(resolve(dataDir, readlinkSync(join(dataDir, "database")))));
  } catch {
    return homeIn(dataDir); // not a link
  }
}

/** True for a folder that prepareHome made in SYSTEM_FOLDER. */
export function isSystemHome(folder: string): boolean {
  return dirname(folder) === SYSTEM_FOLDER && NAME.test(basename(folder));
}

/** The data folder that a home in SYSTEM_FOLDER names; null if an earlier version made it. */
export function dataFolderOf(home: string): string | null {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(join(home, RECORD), "utf8"))).data_folder;
  } catch {
    return null;
  }
}

/**
 * Creates the data folder if it is missing (accessible by its owner and the server's group only). Returns a home that
 * the server's user can enter, or null if it cannot enter the folder of an existing cluster. Throws StartError.
 */
export function prepareHome(dataDir: string, runAs: RunAs): Home | null {
  const isNew = !existsSync(dataDir);
  // A start that is cut short here leaves a folder that the next one completes, as if it were copied.
  makeDataFolder(dataDir, "gid" in runAs.ids ? ENTERED_BY_GROUP : OWNER_ONLY);
  if (isNew || isCopied(dataDir)) letServerEnter(dataDir, runAs);
  const here = homeOf(dataDir);
  if (!isSystemHome(here.folder)) {
    if (canEnter(here.folder, runAs)) return here;
    if (existsSync(here.cluster)) return null;
    makeSystemFolder(runAs);
    link(dataDir, homeIn(join(SYSTEM_FOLDER, randomBytes(6).toString("hex"))));
  }
  const home = homeOf(dataDir); // another process may have been faster
  makeSystemHome(dataDir, home, runAs);
  return canEnter(home.folder, runAs) ? home : null;
}

/** The links come before the folder, so that a start that is killed leaves no folder without a data folder. */
function link(dataDir: string, home: Home): void {
  for (const part of PARTS) {
    try {
      symlinkSync(part === "database" ? home.cluster : home.backups, join(dataDir, part));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      if (part === "database") return;
    }
  }
  syncFolder(dataDir);
}

/** Creates what is missing of a home in SYSTEM_FOLDER, and names its data folder there. */
function makeSystemHome(dataDir: string, { folder, backups }: Home, runAs: RunAs): void {
  if (!existsSync(folder) && existsSync(join(dataDir, "keys.json")))
    throw new StartError(
      `The database of ${dataDir} is missing: its link leads to ${folder}, which does not exist. Put that folder back, or restore a backup into a new data folder.`,
    );
  makeSystemFolder(runAs);
  for (const part of [folder, backups]) {
    makeFolderDurably(part);
    if (!canEnter(part, runAs)) letServerEnter(part, runAs);
  }
  const dataFolder = realpathSync(dataDir); // a data folder may be moved
  if (dataFolderOf(folder) === dataFolder) return;
  writeDurably(join(folder, RECORD), `${JSON.stringify({ data_folder: dataFolder })}\n`);
}

/** True for a data folder that lost its group when root copied it. */
function isCopied(dataDir: string): boolean {
  const { mode, uid } = statSync(dataDir);
  return (mode & 0o777) === ENTERED_BY_GROUP && uid === process.getuid?.();
}
