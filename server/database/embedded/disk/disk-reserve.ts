/**
 * A file beside the cluster that takes space while the disk has enough. A server that ended on a full disk needs a new
 * segment of its WAL to start again, so the file is deleted for it.
 */
import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { storeDurably } from "../../../durable-files.ts";

const MB = 2 ** 20;
/** Two WAL segments and space for a checkpoint. */
export const RESERVE_BYTES = 48 * MB;

/** The reserve of a cluster, which has the parent folder for itself. */
function reserveOf(cluster: string): string {
  return join(dirname(cluster), "disk-reserve");
}

function draftOf(cluster: string): string {
  return `${reserveOf(cluster)}.partial`;
}

/** Returns a function that writes the reserve unless it is there with all of its space. */
export function reserveKeeper(
  cluster: string,
  log: (event: string, error: unknown) => void,
): () => Promise<void> {
  const path = reserveOf(cluster);
  let isOver = false; // or under way
  return async () => {
    if (isOver || statSync(path, { throwIfNoEntry: false })?.size === RESERVE_BYTES) return;
    isOver = true;
    await storeDurably(path, filling(), draftOf(cluster)).then(
      () => {
        isOver = false;
      },
      (error: NodeJS.ErrnoException) => {
        isOver = error.code !== "ENOSPC"; // another failure is not tried again
        log("the reserve for a full disk", error);
      },
    );
  };
}

async function* filling(): AsyncGenerator<Uint8Array> {
  const piece = randomBytes(MB); // not zeros, which some file systems do not store
  for (let size = 0; size < RESERVE_BYTES; size += MB) yield piece;
}

/** Deletes the reserve, or the part of it that a killed host wrote. False if there is none. */
export async function releaseReserve(cluster: string): Promise<boolean> {
  const removed = [reserveOf(cluster), draftOf(cluster)].map((path) => rm(path));
  return (await Promise.allSettled(removed)).some(({ status }) => status === "fulfilled");
}
