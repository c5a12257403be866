/**
 * Where a club's cluster is: in its data folder, or in /var/lib/scoreline when the user that PostgreSQL runs as cannot
 * enter the data folder (a clone under /root). Then the data folder holds links to it.
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
/** What a home holds, and what the data folder links to when the home is elsewhere. */
const PARTS = ["database", "backups"] as const;

export interface Home {
  /** Folder of the cluster, of its sockets and of its backups; the server's user can enter it. */
  folder: string;
  /** The PostgreSQL data directory. */
  cluster: string;
  backups: string;
}

function homeIn(folder: string): Home {
  return { folder, cluster: join(folder, "database"), backups: join(folder, "backups") };
}

/** The home that the data folder has or links to; its cluster need not exist yet. */
export function homeOf(dataDir: string): Home {
  try {
    return homeIn(dirname(resolve(dataDir, readlinkSync(join(dataDir, "database")))));
  } catch {
    return homeIn(dataDir); // no link
  }
}

/**
 * Makes the data folder where it is missing (only its owner and the server's group enter it) and returns a home that the
 * server's user can enter, or null when there is a cluster already and it cannot. Throws StartError.
 */
export function prepareHome(dataDir: string, runAs: RunAs): Home | null {
  const isNew = !existsSync(dataDir);
  makeDataFolder(dataDir);
  if (isNew || isCopied(dataDir)) letIn(dataDir, runAs);
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

/** Programs that the server's user can run: the same, or a copy of npm's package that is made once. Throws StartError. */
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
    // What only compiling against the libraries needs stays behind; relative links stay relative.
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

/** `SYSTEM_FOLDER/name`, made where it is missing; the server's group may enter it. */
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
  if (name !== "") letIn(folder, runAs);
  return folder;
}

/** The mode of a folder that only its owner and the server's group enter. */
const ENTERED_BY_GROUP = 0o710;

/** True for a data folder of ours whose group was lost when root copied it. */
function isCopied(dataDir: string): boolean {
  const { mode, uid } = statSync(dataDir);
  return (mode & 0o777) === ENTERED_BY_GROUP && uid === process.getuid?.();
}

/** Lets the server's group enter a folder that is ours. */
function letIn(folder: string, { ids }: RunAs): void {
  if (!("gid" in ids)) return;
  chownSync(folder, process.getuid?.() ?? 0, ids.gid);
  chmodSync(folder, ENTERED_BY_GROUP);
}

/** True when the server's user can enter the folder: every folder above it lets it through. */
function canEnter(folder: string, { ids }: RunAs): boolean {
  return !("uid" in ids) || works(["test", "-x", folder], ids);
}
