import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { watchMigrations } from "./watch-migrations.ts";

const dir = mkdtempSync(join(tmpdir(), "watch-migrations-"));
afterEach(() => {
  vi.useRealTimers();
  rmSync(dir, { recursive: true, force: true });
});

test("tells each new SQL file once, also of a folder that appears later", () => {
  vi.useFakeTimers();
  const folder = join(dir, "migrations");
  const found: string[] = [];
  const stop = watchMigrations(folder, (file) => found.push(file));
  vi.advanceTimersByTime(1000);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "1_first.sql"), "");
  writeFileSync(join(folder, "notes.md"), "");
  vi.advanceTimersByTime(3000);
  expect(found).toEqual(["1_first.sql"]);
  stop();
  writeFileSync(join(folder, "2_second.sql"), "");
  vi.advanceTimersByTime(1000);
  expect(found).toEqual(["1_first.sql"]);
});
