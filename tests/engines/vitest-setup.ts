/** Vitest's global setup for every project: serves new-database.ts. */
import { TEST_DATABASES } from "./new-database.ts";
import { serveTestDatabases } from "./test-databases.ts";

export default async function setup(): Promise<() => Promise<void>> {
  const databases = await serveTestDatabases();
  process.env[TEST_DATABASES] = databases.address;
  return databases.stop;
}
