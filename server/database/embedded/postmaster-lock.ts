/**
 * Handles postmaster.pid, PostgreSQL's lock: one server per data directory. PostgreSQL refuses to start while any
 * process of its user has the process id in the file, even if it is another program that got the id after a crash or a
 * restart of the machine. Such a file is removed here.
 */
import { spawnSync } from "node:child_process";
// biome-ignore lint/style/noRestrictedImports: a lock does not outlast its server
import { linkSync, readFileSync, readlinkSync, realpathSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PROGRAM } from "../../program.ts";

const NAME = "postmaster.pid";
/** Has the command line of the last server that got the lock. */
const OPTIONS = "postmaster.opts";
/** A setting on that command line. PostgreSQL ignores it, because its name has a prefix. */
export const HOST_SETTING = `${PROGRAM}.host`;

/** The relevant lines of postmaster.pid. Source: src/include/utils/pidfile.h */
export interface PostmasterLock {
  /** 0 in a file without one: a server is writing it, or a power failure lost its content. */
  pid: number;
  /** "starting", "stopping", "ready" or "standby". */
  status: string;
  text: string;
}

export function readLock(cluster: string): PostmasterLock | null {
  try {
    const text = readFileSync(join(cluster, NAME), "utf8");
    const lines = text.split("\n");
    // Negative for a server without a postmaster.
    const [, pid = "0"] = /^-?(\d+)\s*$/.exec(lines[0] ?? "") ?? [];
    return { pid: Number(pid), status: (lines[7] ?? "").trim(), text };
  } catch {
    return null;
  }
}

/** True if a server runs on the cluster, even one that is starting or stopping. */
export function isRunning(cluster: string): boolean {
  const lock = readLock(cluster);
  return lock !== null && isAlive(lock.pid) && isServerOf(cluster, lock.pid);
}

/**
 * Removes the lock of a dead server whose process id is taken: by another program, or by the server's own zombie, which
 * remains until its parent reaps it. Also removes a lock without a process id, which the caller has given a starting server
 * the time to write. PostgreSQL handles an unused process id itself. If a server has started between the check and the
 * removal, its lock is put back; until then its shared memory prevents a second server.
 */
export function removeStaleLock(cluster: string): void {
  const lock = readLock(cluster);
  if (lock === null || (isAlive(lock.pid) && isServerOf(cluster, lock.pid))) return;
  if (lock.pid !== 0 && !isTaken(lock.pid)) return;
  const path = join(cluster, NAME);
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (readFileSync(aside, "utf8") !== lock.text) linkSync(aside, path);
  } catch {
    // Another process has handled it; PostgreSQL's own check decides.
  }
  rmSync(aside, { force: true });
}

/** True if the host that started the cluster's server has ended, so that the server stops as well. */
export function isHostGone(cluster: string): boolean {
  try {
    const [, pid] =
      new RegExp(`${HOST_SETTING}=(\\d+)`).exec(readFileSync(join(cluster, OPTIONS), "utf8")) ?? [];
    return pid !== undefined && !isAlive(Number(pid));
  } catch {
    return false;
  }
}

/** True if a process has the id and runs, even one of another user. */
export function isAlive(pid: number): boolean {
  return isTaken(pid) && !isZombie(pid);
}

/** PostgreSQL's check: a dead process counts until its parent reaps it. To the system, 0 is this process's own group. */
function isTaken(pid: number): boolean {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** True for a zombie. In a container without an init, an orphan is never reaped. */
function isZombie(pid: number): boolean {
  try {
    return /^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false; // no /proc on this system, or already gone
  }
}

/**
 * True if the process serves the cluster: a server's working directory is its data directory. Without /proc, its name
 * is used.
 */
function isServerOf(cluster: string, pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch (error) {
    // EACCES: a process of another user, which cannot serve this user's folder.
    if (process.platform === "linux") return (error as NodeJS.ErrnoException).code !== "EACCES";
    const [program, ...args] =
      process.platform === "win32"
        ? ["tasklist", "/NH", "/FI", `PID eq ${pid}`]
        : ["ps", "-p", String(pid), "-o", "command="];
    return /postgres/.test(spawnSync(program, args, { encoding: "utf8", windowsHide: true }).stdout ?? "");
  }
}
