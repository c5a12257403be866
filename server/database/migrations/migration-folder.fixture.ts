/** A Supabase folder for the migrations of a test file. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** The folder, which is removed after the tests, and a function that writes a migration. */
export function migrationFolder(): { dir: string; migration: (file: string, sql: string) => void } {
  const dir = mkdtempSync(join(tmpdir(), "migrate-test-"));
  mkdirSync(join(dir, "migrations"));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  return { dir, migration: (file, sql) => writeFileSync(join(dir, "migrations", file), sql) };
}
