/** DATA_DIR/database.json: how commands on this machine connect to the server of a running host. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeDurably } from "../../durable-files.ts";
import type { Connection } from "./address.ts";

const NAME = "database.json";

/** Writes the file, which may contain a password, readable by its owner only. */
export function rememberConnection(dataDir: string, connection: Connection): void {
  writeDurably(join(dataDir, NAME), `${JSON.stringify(connection)}\n`);
}

/** Removes the file when the server stops. */
export function forgetConnection(dataDir: string): void {
  rmSync(join(dataDir, NAME), { force: true });
}

/** The connection of the last start, or null. A killed host leaves the file behind, so its server may have ended. */
export function readConnection(dataDir: string): Connection | null {
  try {
    return JSON.parse(readFileSync(join(dataDir, NAME), "utf8"));
  } catch {
    return null;
  }
}
