/** Vitest's global setup for every project: writes the words as code, which modules import, and serves new-database.ts. */
import { ensureParts } from "../start/build.ts";
import { TEST_DATABASES } from "./new-database.ts";
import { serveTestDatabases } from "./test-databases.ts";

export default async function setup(): Promise<() => Promise<void>> {
  ensureParts("words");
  const databases = await serveTestDatabases();
  process.env[TEST_DATABASES] = databases.address;
  return databases.stop;
}
