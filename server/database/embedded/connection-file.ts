/** DATA_DIR/database.json: how commands on this machine connect to the server of a running host. */
import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Connection } from "./address.ts";

const NAME = "database.json";

/** Writes the file, which may contain a password, readable by its owner only. */
export function rememberConnection(dataDir: string, connection: Connection): void {
  const draft = join(dataDir, `${NAME}.${randomBytes(6).toString("hex")}`);
  writeFileSync(draft, `${JSON.stringify(connection)}\n`, { mode: 0o600 });
  renameSync(draft, join(dataDir, NAME));
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
