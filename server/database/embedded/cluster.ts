/** A PostgreSQL data directory: what is there, and making a new one. */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { StartError } from "../start-error.ts";
import { readLock } from "./postmaster-lock.ts";
import { type Programs, programPath } from "./programs.ts";
import type { RunAs } from "./run-as.ts";
import { SETTINGS_FILE, settingsText } from "./settings.ts";

const UNFINISHED = "database.new-";

export interface ExistingCluster {
  major: number;
  owner: { uid: number; gid: number };
}

/** What is in the folder, or null when there is no cluster. Throws StartError for one that this host did not make. */
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
 * Runs initdb in a temporary folder and renames the result to `cluster`, so that an interrupted start leaves no half of
 * one. When another process made it meanwhile, that one stays. Throws StartError.
 */
export async function makeCluster(
  cluster: string,
  programs: Programs,
  { ids, prefix }: RunAs,
): Promise<void> {
  const unfinished = join(cluster, "..", UNFINISHED + randomBytes(6).toString("hex"));
  mkdirSync(unfinished, { mode: 0o700 });
  if ("uid" in ids) chownSync(unfinished, ids.uid, ids.gid);
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
    appendFileSync(join(unfinished, "postgresql.conf"), INCLUDE);
    writeFileSync(join(unfinished, SETTINGS_FILE), settingsText(programs.major));
    renameSync(unfinished, cluster);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(join(cluster, "PG_VERSION")))
      throw new StartError(`The database could not be made in ${cluster}: ${reason(error)}`);
  }
}

/** Gives a cluster that root has copied to the server's user. Not while a server runs on it. */
export function adoptCluster(cluster: string, { ids }: RunAs): void {
  if (!("uid" in ids) || statSync(cluster).uid !== 0 || readLock(cluster)) return;
  for (const name of readdirSync(cluster, { recursive: true, encoding: "utf8" }))
    lchownSync(join(cluster, name), ids.uid, ids.gid);
  chownSync(cluster, ids.uid, ids.gid);
  chmodSync(cluster, 0o700);
}

/** Removes what interrupted runs of makeCluster left. Only while this process serves the cluster. */
export function removeUnfinished(home: string): void {
  // An initdb whose host was killed may still be writing.
  for (const name of readdirSync(home))
    if (name.startsWith(UNFINISHED))
      rmSync(join(home, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** At the end of postgresql.conf: what an owner adds below it wins over the host's settings. */
const INCLUDE = `
# Written by the host at each start. Settings that follow these lines replace its own.
include_if_exists = '${SETTINGS_FILE}'
`;

/**
 * Text is sorted by code point and compared by its bytes, the same on every machine and with every later version of the
 * system's libraries; upper and lower case follow Unicode. The built-in provider exists since PostgreSQL 17.
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
  return line ?? (error instanceof Error ? error.message : String(error));
}
