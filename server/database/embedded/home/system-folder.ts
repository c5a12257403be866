/**
 * SYSTEM_FOLDER, where root keeps what PostgreSQL's user cannot reach elsewhere: databases of data folders below a
 * closed folder, and copies of PostgreSQL's programs.
 */
import { chmodSync, statSync } from "node:fs";
import { makeFolderDurably } from "../../../durable-files.ts";
import { PROGRAM } from "../../../program.ts";
import { StartError } from "../../start-error.ts";
import type { RunAs } from "../run-as.ts";
import { canEnter } from "./server-files.ts";

export const SYSTEM_FOLDER = `/var/lib/${PROGRAM}`;

/** Creates the folder if it is missing. Throws StartError if the server's user cannot enter it. */
export function makeSystemFolder(runAs: RunAs): void {
  let reason = "PostgreSQL's user cannot enter that either";
  try {
    makeFolderDurably(SYSTEM_FOLDER, 0o777);
    if (!canEnter(SYSTEM_FOLDER, runAs))
      chmodSync(SYSTEM_FOLDER, (statSync(SYSTEM_FOLDER).mode & 0o777) | 0o111);
    if (canEnter(SYSTEM_FOLDER, runAs)) return;
  } catch (error) {
    reason = `it cannot be made (${(error as NodeJS.ErrnoException).code})`;
  }
  throw new StartError(
    `PostgreSQL does not run as root, its user cannot enter the data folder or the programs' folder, and ${SYSTEM_FOLDER} cannot be used instead (${reason}): start as another user, or set DATA_DIR to a folder that every user can enter.`,
  );
}
