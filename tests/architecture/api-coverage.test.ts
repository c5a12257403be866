/** The table in tests/api/README.md names only test files that exist. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const TABLE = "tests/api/README.md";
const COLUMN = /^\| .* \| ([^|]+) \|$/;

const files = [
  "server",
  "tests/api",
  "tests/database",
  "tests/start",
  "supabase/functions",
  "supabase/tests",
].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) =>
    `${folder}/${file}`.replace(".sweep.", "."),
  ),
);

/** True for `auth/identities`, `calendar.test.sql`, `server/auth/limits` and `tests/database/pg-cron`. */
function exists(name: string): boolean {
  if (name.endsWith(".sql")) return files.includes(`supabase/tests/${name}`);
  const path = /^(server|supabase|tests)\//.test(name) ? name : `tests/api/${name}`;
  return files.some((file) => file === `${path}.test.ts` || file === `${path}.integration.test.ts`);
}

test("every test file named in the table of API tests exists", () => {
  const rows = readFileSync(TABLE, "utf8")
    .split("\n")
    .flatMap((line) => COLUMN.exec(line)?.[1] ?? [])
    .filter((cell) => cell !== "tested in" && cell !== "---");
  expect(rows.length).toBeGreaterThan(80);
  expect(rows.flatMap((cell) => cell.split(", ")).filter((name) => !exists(name))).toEqual([]);
});

test("every API test file is named in the table", () => {
  const table = readFileSync(TABLE, "utf8");
  const names = files.flatMap((file) => /^tests\/api\/(.*)\.test\.ts$/.exec(file)?.[1] ?? []);
  expect(names.filter((name) => !table.includes(name))).toEqual([]);
});
