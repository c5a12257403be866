import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { nameOfSchema, SCHEMAS, schemaFiles } from "./schema-files.ts";

describe("the schema files", () => {
  it("are all named by schema_paths of config.toml", () => {
    const there = readdirSync(SCHEMAS, { recursive: true }).filter((name) => String(name).endsWith(".sql"));
    expect(schemaFiles().map(nameOfSchema).sort()).toEqual(there.sort());
  });

  it("have their settings of a transaction in the README", () => {
    const settings = (text: string) => [...new Set(text.match(/scoreline\.[a-z_]+(?=['`])/g))].sort();
    const used = schemaFiles().map((file) => readFileSync(file, "utf8"));
    expect(settings(readFileSync(`${SCHEMAS}/README.md`, "utf8"))).toEqual(settings(used.join("\n")));
  });

  it.each(schemaFiles())("%s has at most 500 lines of fewer than 120 columns", (file) => {
    const lines = readFileSync(file, "utf8").split("\n");
    expect(lines.length).toBeLessThanOrEqual(501);
    expect(lines.filter((line) => line.length >= 120)).toEqual([]);
  });
});
