/**
 * Finds the folder of a club's cluster: the data folder, or /var/lib/scoreline if the server's user cannot enter the
 * data folder (a clone under /root). The data folder then has links to it.
 */
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { makeDataFolder } from "../data-folder.ts";
import { StartError } from "../start-error.ts";
import { type Programs, programPath } from "./programs.ts";
import { type RunAs, works } from "./run-as.ts";

const SYSTEM_FOLDER = "/var/lib/scoreline";
/** The folders of a home, which the data folder links to if the home is elsewhere. */
const PARTS = ["database", "backups"] as const;

export interface Home {
  /** Contains the cluster, its sockets and its backups. The server's user can enter it. */
  folder: string;
  /** The PostgreSQL data directory. */
  cluster: string;
  backups: string;
}

function homeIn(folder: string): Home {
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

/**
 * Creates the data folder if it is missing (accessible by its owner and the server's group only). Returns a home that
 * the server's user can enter, or null if it cannot enter the folder of an existing cluster. Throws StartError.
 */
export function prepareHome(dataDir: string, runAs: RunAs): Home | null {
  const isNew = !existsSync(dataDir);
  makeDataFolder(dataDir);
  if (isNew || isCopied(dataDir)) grantAccess(dataDir, runAs);
  const home = homeOf(dataDir);
  if (canEnter(home.folder, runAs)) return home;
  if (existsSync(home.cluster)) return null;
  const elsewhere = homeIn(systemFolder(randomBytes(6).toString("hex"), runAs));
  for (const part of PARTS) {
    try {
      symlinkSync(elsewhere[part === "database" ? "cluster" : part], join(dataDir, part));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      return homeOf(dataDir); // another process was faster
    }
  }
  return elsewhere;
}

/**
 * Programs that the server's user can run: the given ones, or a copy of npm's package that is made once. Throws
 * StartError.
 */
export function reachablePrograms(programs: Programs, { ids }: RunAs): Programs {
  if (!("uid" in ids) || works([programPath(programs, "postgres"), "--version"], ids)) return programs;
  if (programs.package === null)
    throw new StartError(
      `The user that PostgreSQL runs as cannot run ${programs.bin}: let it enter that folder.`,
    );
  const parent = systemFolder("", { ids: {}, prefix: [] });
  const copy = join(parent, `postgresql-${programs.version}`);
  if (!existsSync(copy)) {
    const half = `${copy}.${randomBytes(6).toString("hex")}`;
    // Skips what is only needed for compiling. Relative links remain relative.
    const isNeeded = (path: string) => !/\.a$|[/\\]pkgconfig$|[/\\]pgxs$/.test(path);
    cpSync(programs.package, half, { recursive: true, verbatimSymlinks: true, filter: isNeeded });
    chmodSync(half, 0o755);
    try {
      renameSync(half, copy);
    } catch {
      rmSync(half, { recursive: true, force: true }); // another process was faster
    }
  }
  return { ...programs, bin: join(copy, basename(programs.bin)), package: copy };
}

/** `SYSTEM_FOLDER/name`, created if it is missing, accessible by the server's group. */
function systemFolder(name: string, runAs: RunAs): string {
  const folder = join(SYSTEM_FOLDER, name);
  try {
    mkdirSync(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
    if (name !== "") mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    throw new StartError(
      `PostgreSQL does not run as root, its user cannot enter the data folder, and ${folder} cannot be made (${(error as NodeJS.ErrnoException).code}): start as another user, or set DATA_DIR to a folder that every user can enter.`,
    );
  }
  if (name !== "") grantAccess(folder, runAs);
  return folder;
}

/** The mode of a folder that only its owner and the server's group can enter. */
const ENTERED_BY_GROUP = 0o710;

/** True for a data folder that lost its group when root copied it. */
function isCopied(dataDir: string): boolean {
  const { mode, uid } = statSync(dataDir);
  return (mode & 0o777) === ENTERED_BY_GROUP && uid === process.getuid?.();
}

/** Gives the server's group access to a folder. */
function grantAccess(folder: string, { ids }: RunAs): void {
  if (!("gid" in ids)) return;
  chownSync(folder, process.getuid?.() ?? 0, ids.gid);
  chmodSync(folder, ENTERED_BY_GROUP);
}

/** True if the server's user can enter the folder and all folders above it. */
function canEnter(folder: string, { ids }: RunAs): boolean {
  return !("uid" in ids) || works(["test", "-x", folder], ids);
}
