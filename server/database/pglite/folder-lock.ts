/**
 * One process per data folder: PGlite would let a second one in and lose half of what both write.
 * The lock is a Unix socket, so it ends with its process, however that ends: what nobody answers on is stale.
 */
import { closeSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { StartError } from "../start-error.ts";

const NAME = "lock.sock";
/** Longest path that a socket address holds on Linux, with its closing NUL. */
const LONGEST = 107;
/** Longer than it takes another process between finding the lock stale and taking it. */
const SETTLE_MS = 100;

/** Takes the folder, or throws StartError when a running process has it. Returns the function that gives it back. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const { base, close } = shortPath(folder);
  const lock = join(base, NAME);
  if (await answers(lock)) throw inUse(folder);
  const own = join(base, `${process.pid}.sock`);
  rmSync(own, { force: true });
  const server = await listening(own);
  const inode = statSync(own).ino;
  renameSync(own, lock);
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  if (statSync(lock, { throwIfNoEntry: false })?.ino !== inode) {
    server.close();
    throw inUse(folder);
  }
  return async () => {
    rmSync(lock, { force: true });
    await new Promise((resolve) => server.close(resolve));
    close();
  };
}

function inUse(folder: string): StartError {
  return new StartError(
    `The data folder ${folder} is in use by another process: stop that one, or set DATA_DIR to another folder.`,
  );
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

function listening(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", reject);
    server.listen(path, () => {
      server.unref();
      resolve(server);
    });
  });
}

/** A folder whose path is too long for a socket address is reached through its open descriptor. */
function shortPath(folder: string): { base: string; close: () => void } {
  if (Buffer.byteLength(join(folder, "4194304.sock")) <= LONGEST) return { base: folder, close: () => {} };
  const descriptor = openSync(folder, "r");
  return { base: `/proc/self/fd/${descriptor}`, close: () => closeSync(descriptor) };
}
