/** Files and folders stay small enough to read. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";

const SOURCES = ["server", "web", "supabase/functions", "supabase/schemas", "tools", "bench", "tests"];
const FILE_LINES = 300;
const FOLDER_FILES = 20;

/** Longer files, with the reason. */
const LONG_FILES: Readonly<Record<string, string>> = {
  "server/database/bootstrap/auth.sql": "one schema, in the order of its dependencies",
  "server/backup/rows/hostile-backups.sweep.integration.test.ts": "one table of hostile files",
  "supabase/functions/_providers/providers.test.ts": "one table of cases for both providers",
  "tests/mutants/faults/accounts.ts": "data",
};
/** tests/README.md and supabase/schemas/README.md have the reasons. */
const LONG_FOLDERS = /^(tests\/(api|e2e)\/|supabase\/schemas\/)/;
const SCHEMA_LINES = 500;

/** Folders with more files, with the reason. */
const LARGE_FOLDERS: Readonly<Record<string, string>> = {
  "supabase/schemas": "numbered by subject",
};

const files = SOURCES.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
).filter((file) => /\.(ts|tsx|mjs|js|css|sql)$/.test(file) && !file.includes("node_modules/"));

const linesOf = (file: string) => readFileSync(file, "utf8").split("\n").length - 1;

test("a source file has at most 300 lines, a schema at most 500", () => {
  const limitOf = (file: string) =>
    file.startsWith("supabase/schemas/") ? SCHEMA_LINES : LONG_FOLDERS.test(file) ? Infinity : FILE_LINES;
  expect(files.length).toBeGreaterThan(800);
  expect(files.filter((file) => linesOf(file) > limitOf(file) && !(file in LONG_FILES))).toEqual([]);
});

test("every exception is still longer than 300 lines", () => {
  expect(Object.keys(LONG_FILES).filter((file) => linesOf(file) <= FILE_LINES)).toEqual([]);
});

test("a folder has at most 20 files", () => {
  const folders = grouped(files);
  const large = [...folders].filter(([, found]) => found.length > FOLDER_FILES).map(([folder]) => folder);
  expect(large.filter((folder) => !(folder in LARGE_FOLDERS))).toEqual([]);
});

function grouped(paths: readonly string[]): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const path of paths) folders.set(dirname(path), [...(folders.get(dirname(path)) ?? []), path]);
  return folders;
}
