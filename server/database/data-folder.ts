/** The data folder has the host's keys, the uploads and, without DATABASE_URL, the database. */
import { accessSync, constants, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { StartError } from "./start-error.ts";

/** Creates the folder if it is missing, accessible by its owner only. Throws StartError if it cannot be written. */
export function makeDataFolder(dataDir: string): void {
  try {
    mkdirSync(dirname(resolve(dataDir)), { recursive: true });
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? error.code : error;
    throw new StartError(
      `The data folder ${dataDir} cannot be written (${reason}): make it writable, or set DATA_DIR to another folder.`,
    );
  }
}
