/**
 * A file beside the cluster that takes space while the disk has enough. A server that ended on a full disk needs a new
 * segment of its WAL to start again, so the file is deleted for it.
 */
import { randomBytes } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

const MB = 2 ** 20;
/** Two WAL segments and space for a checkpoint. */
export const RESERVE_BYTES = 48 * MB;

/** The reserve of a cluster, which has the parent folder for itself. */
export function reserveOf(cluster: string): string {
  return join(dirname(cluster), "disk-reserve");
}

/** Writes the reserve, which does not exist. */
export async function makeReserve(cluster: string): Promise<void> {
  const path = reserveOf(cluster);
  const file = await open(path, "wx", 0o600);
  try {
    // Not zeros, which some file systems do not store.
    const piece = randomBytes(MB);
    for (let size = 0; size < RESERVE_BYTES; size += MB) await file.write(piece);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** Deletes the reserve. False if there is none. */
export async function releaseReserve(cluster: string): Promise<boolean> {
  return rm(reserveOf(cluster)).then(
    () => true,
    () => false,
  );
}
