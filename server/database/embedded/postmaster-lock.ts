/**
 * postmaster.pid, PostgreSQL's own lock: one server for each data directory, whatever the hosts around it do.
 * PostgreSQL refuses to start while the process id in it belongs to any living process of its user, also when that is
 * another program that got the id after a crash or a restart of the machine. Such a file is removed here.
 */
import { spawnSync } from "node:child_process";
import { linkSync, readFileSync, readlinkSync, realpathSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

const NAME = "postmaster.pid";

/** The lines of postmaster.pid that matter here. Source: src/include/utils/pidfile.h */
export interface PostmasterLock {
  pid: number;
  /** "starting", "stopping", "ready" or "standby". */
  status: string;
  text: string;
}

export function readLock(cluster: string): PostmasterLock | null {
  try {
    const text = readFileSync(join(cluster, NAME), "utf8");
    const lines = text.split("\n");
    return { pid: Math.abs(Number(lines[0])), status: (lines[7] ?? "").trim(), text };
  } catch {
    return null;
  }
}

/**
 * Removes the lock of a server that is gone while its process id is taken: by another program, or by the server's own
 * entry in the process table, which stays until its parent reaps it. PostgreSQL handles a process id that is free. Should a
 * server have started between the look and the removal, its lock is put back; until then its shared memory keeps a second
 * server out.
 */
export function removeStaleLock(cluster: string): void {
  const lock = readLock(cluster);
  if (lock === null || !isTaken(lock.pid) || (isAlive(lock.pid) && isServerOf(cluster, lock.pid))) return;
  const path = join(cluster, NAME);
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (readFileSync(aside, "utf8") !== lock.text) linkSync(aside, path);
  } catch {
    // Another process has handled it: PostgreSQL's own check decides.
  }
  rmSync(aside, { force: true });
}

/** True while a process has the id and runs; one of another user counts. */
export function isAlive(pid: number): boolean {
  return isTaken(pid) && !isZombie(pid);
}

/** As PostgreSQL looks: an ended process counts until its parent reaps it. */
function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** An ended process that its parent has not reaped; in a container without an init, an orphan is never reaped. */
function isZombie(pid: number): boolean {
  try {
    return /^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false; // no /proc on this system, or gone by now
  }
}

/**
 * Whether a process that runs serves the cluster: a server's working directory is its data directory. Without /proc, its
 * name has to do.
 */
export function isServerOf(cluster: string, pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch (error) {
    // EACCES: a process of another user, which cannot serve a folder that belongs to ours.
    if (process.platform === "linux") return (error as NodeJS.ErrnoException).code !== "EACCES";
    const { stdout } = spawnSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" });
    return /postgres/.test(stdout ?? "");
  }
}
