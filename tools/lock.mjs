/**
 * Lets one process of a clone install or build at a time: `npm start` and `npm test` may be run together. Has no dependencies,
 * because it runs before packages are installed.
 */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

const LOCK = "build/preparing.lock";
const POLL_MS = 200;

/** Waits until no other process has the lock, and returns the function that releases it. Synchronous, as installing is. */
export function lock() {
  const own = `${LOCK}.${process.pid}`;
  mkdirSync("build", { recursive: true });
  writeFileSync(own, String(process.pid));
  let waitsFor = null;
  while (!tryToLink(own)) {
    const holder = holderOf(LOCK);
    if (holder !== null && !isAlive(holder)) removeStale(own);
    else {
      if (holder !== waitsFor && holder !== null)
        console.log(`Process ${holder} is installing or building here. Waiting for it ...`);
      waitsFor = holder;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
    }
  }
  rmSync(own, { force: true });
  const release = () => {
    process.off("exit", release);
    if (holderOf(LOCK) === process.pid) rmSync(LOCK, { force: true });
  };
  process.once("exit", release);
  return release;
}

/** A link appears with its content, so that no process sees a lock without a holder. */
function tryToLink(own) {
  try {
    linkSync(own, LOCK);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

/** Renames before it deletes: of several processes that see a stale lock one renames it, and none deletes a new one. */
function removeStale(own) {
  const stale = `${own}.stale`;
  try {
    renameSync(LOCK, stale);
    const holder = holderOf(stale);
    if (isAlive(holder)) linkSync(stale, LOCK); // another process was faster and has the lock now
    rmSync(stale);
  } catch {
    // Another process has removed it.
  }
}

/** The process id in a lock file: 0 if a power failure lost it, and null if the file has just been removed. */
function holderOf(path) {
  try {
    return Number.parseInt(readFileSync(path, "utf8"), 10) || 0;
  } catch {
    return null;
  }
}

function isAlive(pid) {
  if (pid === 0) return false; // to the system, this process's own group
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM"; // another user's process
  }
}
