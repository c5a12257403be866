import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { schemaFiles } from "./schema-files.ts";

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
