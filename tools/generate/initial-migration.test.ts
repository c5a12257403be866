import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  INITIAL_MIGRATION,
  initialMigration,
  initialMigrationIsGenerated,
  schemaFiles,
} from "./initial-migration.ts";

describe("the initial migration", () => {
  it.runIf(initialMigrationIsGenerated())("is what npm run generate writes from the schemas", () => {
    expect(readFileSync(INITIAL_MIGRATION, "utf8")).toBe(initialMigration());
  });

  it("sorts before every other migration", () => {
    expect(INITIAL_MIGRATION.endsWith(`/${readdirSync("supabase/migrations").sort()[0]}`)).toBe(true);
  });
});

describe("the schema files", () => {
  it("are numbered without gaps", () => {
    const numbers = schemaFiles().map((file) => Number(/\/(\d\d)_\w+\.sql$/.exec(file)?.[1]));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it.each(schemaFiles())("%s has at most 500 lines of fewer than 120 columns", (file) => {
    const lines = readFileSync(file, "utf8").split("\n");
    expect(lines.length).toBeLessThanOrEqual(501);
    expect(lines.filter((line) => line.length >= 120)).toEqual([]);
  });
});
