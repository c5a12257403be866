/**
 * Refuses writes while the disk is nearly full. PostgreSQL stops when it cannot extend its WAL and cannot start again
 * without free space; then reads would fail too.
 */
import { statfs } from "node:fs/promises";
import { DISK_FULL_MESSAGE } from "../../database.ts";

/** Two WAL segments and space for a checkpoint. */
const REFUSE_BELOW = 64 * 2 ** 20;
const ALLOW_ABOVE = 96 * 2 ** 20;
const EVERY_MS = 1000;

export interface DiskGuardOptions {
  /** A folder on the disk to watch. */
  folder: string;
  refuseWrites(message: string | null): Promise<void>;
  /** Called at a check that finds this much free space beyond what writes need. */
  spare?: { bytes: number; found: () => Promise<void> };
  /** Logs when writes are refused and accepted again. */
  log: (event: string, detail: string) => void;
  /** Free bytes for an ordinary user. */
  free?: (folder: string) => Promise<number>;
}

export interface DiskGuard {
  /** Checks immediately, after a statement found the disk full. */
  check(): Promise<void>;
  stop(): void;
}

export function startDiskGuard(options: DiskGuardOptions): DiskGuard {
  const { folder, refuseWrites, spare, log, free = freeBytes } = options;
  let refusing = false;
  const check = async (): Promise<void> => {
    const bytes = await free(folder).catch(() => Number.POSITIVE_INFINITY); // an unreadable folder is reported elsewhere
    if (bytes < REFUSE_BELOW && !refusing) {
      refusing = true;
      log("the disk is nearly full: writes are refused", `${megabytes(bytes)} MB are free in ${folder}`);
      await refuseWrites(DISK_FULL_MESSAGE);
    } else if (bytes > ALLOW_ABOVE && refusing) {
      refusing = false;
      log(
        "the disk has free space again: writes are accepted",
        `${megabytes(bytes)} MB are free in ${folder}`,
      );
      await refuseWrites(null);
    }
    if (spare && bytes > ALLOW_ABOVE + spare.bytes && Number.isFinite(bytes)) await spare.found();
  };
  const timer = setInterval(() => void check(), EVERY_MS);
  timer.unref();
  return { check, stop: () => clearInterval(timer) };
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}

/** Free bytes for users other than root. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
