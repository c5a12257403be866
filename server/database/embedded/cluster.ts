/** Reads and creates PostgreSQL data directories. */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { renameDurably, syncFolder, syncTree } from "../../durable-files.ts";
import { StartError } from "../start-error.ts";
import { makeFolderForServer, writeForServer } from "./home/server-files.ts";
import { readLock } from "./postmaster-lock.ts";
import { type Programs, programPath } from "./programs.ts";
import { remedyOfLine } from "./remedy.ts";
import { asNamedUser, type RunAs } from "./run-as.ts";
import { SETTINGS_FILE, settingsText } from "./settings.ts";

const UNFINISHED = "database.new-";

export interface ExistingCluster {
  major: number;
  owner: { uid: number; gid: number };
}

/** The cluster in the folder, or null if there is none. Throws StartError for one that this host did not create. */
export function readCluster(cluster: string): ExistingCluster | null {
  if (!existsSync(join(cluster, "PG_VERSION"))) return null;
  if (!existsSync(join(cluster, SETTINGS_FILE))) {
    throw new StartError(
      `${cluster} was not made by this version (earlier ones used PGlite): set DATA_DIR to a new folder, or open it with the version that made it.`,
    );
  }
  const { uid, gid } = statSync(cluster);
  return { major: Number(readFileSync(join(cluster, "PG_VERSION"), "utf8")), owner: { uid, gid } };
}

/**
 * Runs initdb, which syncs what it writes, in a temporary folder and renames the result to `cluster`, so that an interrupted
 * start leaves no partial cluster. If another process has created one in the meantime, that one is kept. Throws StartError.
 */
export async function makeCluster(cluster: string, programs: Programs, runAs: RunAs): Promise<void> {
  const { ids, prefix } = asNamedUser(runAs);
  const unfinished = join(cluster, "..", UNFINISHED + randomBytes(6).toString("hex"));
  makeFolderForServer(unfinished, runAs);
  const [program = "", ...args] = [
    ...prefix,
    programPath(programs, "initdb"),
    "--pgdata",
    unfinished,
    "--username=postgres",
    "--auth=trust",
    "--encoding=UTF8",
    ...collation(programs.major),
    "--data-checksums",
    "--no-instructions",
    "--text-search-config=english",
  ];
  try {
    await promisify(execFile)(program, args, { ...ids, cwd: "/", env: { PATH: process.env.PATH } });
    includeSettings(unfinished, runAs);
    writeForServer(join(unfinished, SETTINGS_FILE), settingsText(programs.major), runAs);
    renameDurably(unfinished, cluster);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(join(cluster, "PG_VERSION")))
      throw new StartError(`The database could not be created in ${cluster}: ${reason(error)}`);
  }
}

/** Changes the owner of a cluster that root copied to the server's user. No server may be running on it. */
export async function adoptCluster(cluster: string, { ids }: RunAs): Promise<void> {
  if (!("uid" in ids) || statSync(cluster).uid !== 0 || readLock(cluster)) return;
  for (const name of readdirSync(cluster, { recursive: true, encoding: "utf8" }))
    lchownSync(join(cluster, name), ids.uid, ids.gid);
  await syncTree(cluster); // before the folder has the owner that says that all files have it
  chownSync(cluster, ids.uid, ids.gid);
  chmodSync(cluster, 0o700);
  syncFolder(cluster);
}

/**
 * Lets postgresql.conf include the host's settings. Earlier versions appended the lines without syncing them, so that a power
 * failure removed them or left NUL bytes, which PostgreSQL refuses.
 */
export function includeSettings(cluster: string, runAs: RunAs): void {
  const path = join(cluster, "postgresql.conf");
  const text = readFileSync(path, "utf8");
  const whole = text.replaceAll("\0", "");
  const added = whole.includes(SETTINGS_FILE) ? "" : INCLUDE;
  if (whole + added !== text) writeForServer(path, whole + added, runAs);
}

/** Removes what interrupted runs of makeCluster left. Call it only while this process serves the cluster. */
export function removeUnfinished(home: string): void {
  // The initdb of a killed host may still be writing.
  for (const name of readdirSync(home))
    if (name.startsWith(UNFINISHED))
      rmSync(join(home, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** Appended to postgresql.conf. Settings that an owner adds below it override the host's. */
const INCLUDE = `
# Written by the host at each start. Settings that follow these lines replace its own.
include_if_exists = '${SETTINGS_FILE}'
`;

/**
 * Sorts text by code point and compares bytes, which is the same on every machine and with every version of the
 * system's libraries. Upper and lower case follow Unicode. The built-in provider exists since PostgreSQL 17.
 */
export function collation(major: number): string[] {
  return major >= 17
    ? ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    : ["--locale=C.UTF-8"];
}

/** The last line that initdb printed about a failure, or the failure itself. */
function reason(error: unknown): string {
  const printed = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
  const line = printed
    .trim()
    .split("\n")
    .findLast((text) => /error|fatal|could not/i.test(text));
  if (line === undefined) return error instanceof Error ? error.message : String(error);
  return `${line.replace(/^.*?(fatal|panic|error): */i, "")}.${remedyOfLine(line)}`;
}
