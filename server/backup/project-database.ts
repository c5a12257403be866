/** Finds the database of a project for a command: DATABASE_URL, the running host's server, or a server for the command. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import pg from "pg";
import { makeDataFolder } from "../database/data-folder.ts";
import { readConnection } from "../database/embedded/connection-file.ts";
import { homeOf, prepareHome } from "../database/embedded/home/home.ts";
import { chooseRunAs } from "../database/embedded/run-as.ts";
import { openDatabase } from "../database/open.ts";
import { BackupError } from "./rows/format.ts";

export interface ProjectDatabase {
  connection: pg.ClientConfig;
  /** Stops the server if it was started for the command. */
  close(): Promise<void>;
}

/** Opens the database of an existing project. Throws BackupError or StartError. */
export async function findDatabase(url: string | undefined, dataDir: string): Promise<ProjectDatabase> {
  if (url) return openServer(url, dataDir);
  if (!existsSync(homeOf(resolve(dataDir)).cluster))
    throw new BackupError(`There is no database in ${dataDir}: set DATA_DIR to its folder, or DATABASE_URL.`);
  const running = readConnection(dataDir);
  if (running && (await answers(running))) return { connection: running, close: async () => {} };
  return openServer(undefined, dataDir);
}

/** Creates a data folder that the embedded server's user can enter. Throws StartError. */
export function createFolder(url: string | undefined, dataDir: string): void {
  if (url) makeDataFolder(dataDir);
  else prepareHome(resolve(dataDir), chooseRunAs());
}

/** Opens the database of DATABASE_URL, or starts the embedded server, in a new cluster if there is none. */
export async function openServer(url: string | undefined, dataDir: string): Promise<ProjectDatabase> {
  const database = await openDatabase({ url, dataDir });
  if (url) {
    await database.close();
    return { connection: { connectionString: url }, close: async () => {} };
  }
  const connection = readConnection(dataDir);
  if (!connection) throw new BackupError(`${dataDir} does not say how to connect to its database.`);
  return { connection, close: () => database.close() };
}

/** False if the host that wrote the file was killed. Another program at its address does not have its password. */
async function answers(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
