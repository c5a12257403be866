/** Serves the databases that openClub copies: one with the club's migrations and, on demand, one with the demo. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { TEST_DATABASES } from "../../engines/new-database.ts";
import { serveTestDatabases } from "../../engines/test-databases.ts";

export default async function setup(): Promise<() => Promise<void>> {
  const demoFolder = mkdtempSync(join(tmpdir(), "scoreline-demo-"));
  const databases = await serveTestDatabases({ demo: (url) => fillDemo(url, demoFolder) });
  process.env[TEST_DATABASES] = databases.address;
  process.env.DEMO_FOLDER = demoFolder;
  return async () => {
    await databases.stop();
    rmSync(demoFolder, { recursive: true, force: true });
  };
}

/** Fills the database as `npm start` does. The folder receives the demo's sign-ins, keys and pictures. */
async function fillDemo(url: string, folder: string): Promise<void> {
  const demo = spawn(process.execPath, ["build/commands/demo.js"], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, DATABASE_URL: url },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [[code], complaint] = await Promise.all([once(demo, "exit"), text(demo.stderr)]);
  if (code !== 0) throw new Error(`The demo could not be filled: ${complaint}`);
}
