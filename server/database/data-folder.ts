/** The data folder has the host's keys, the uploads and, without DATABASE_URL, the database. */
import { accessSync, constants } from "node:fs";
import { dirname, resolve } from "node:path";
import { makeFolderDurably } from "../durable-files.ts";
import { StartError } from "./start-error.ts";

/** Creates the folder if it is missing, accessible by its owner only unless `mode` says more. Throws StartError if it cannot be written. */
export function makeDataFolder(dataDir: string, mode = 0o700): void {
  try {
    makeFolderDurably(dirname(resolve(dataDir)), 0o777);
    makeFolderDurably(dataDir, mode);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? error.code : error;
    throw new StartError(
      `The data folder ${dataDir} cannot be written (${reason}): make it writable, or set DATA_DIR to another folder.`,
    );
  }
}
