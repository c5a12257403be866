/** The pages that describe the database are those of the database that the migrations create. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "../../server/database/database.ts";
import { DATABASE_PAGE, databasePage } from "../../tools/generate/database-page.ts";
import { TRIGGERS_PAGE, triggersPage } from "../../tools/generate/trigger-tables.ts";
import { openTestDatabase } from "../engines/open-test-database.ts";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase("migrated");
});
afterAll(() => db?.close());

it("docs/database.md is current (npm run generate writes it)", async () => {
  expect(readFileSync(DATABASE_PAGE, "utf8")).toBe(await databasePage(db));
});

it("docs/triggers.md lists the triggers of every table as they fire (npm run generate writes it)", async () => {
  expect(readFileSync(TRIGGERS_PAGE, "utf8")).toBe(await triggersPage(db));
});
