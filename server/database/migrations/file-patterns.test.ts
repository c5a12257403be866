import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { matchingFiles } from "./file-patterns.ts";

const folder = mkdtempSync(join(tmpdir(), "file-patterns-test-"));
beforeAll(() => {
  for (const name of ["seeds", "seeds/demo.sql", "seeds/more"]) mkdirSync(join(folder, name));
  const files = ["seed.sql", "seeds/02_b.sql", "seeds/01_a.sql", "seeds/readme.md", "seeds/more/x.sql"];
  for (const name of files) writeFileSync(join(folder, name), "select 1");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  [["./seed.sql"], ["seed.sql"]],
  [["./seeds/*.sql"], ["seeds/01_a.sql", "seeds/02_b.sql"]],
  [
    ["seeds/0[2-9]_*.sql", "seeds/*.sql"],
    ["seeds/02_b.sql", "seeds/01_a.sql"],
  ],
  [["seeds/0?_a.sql"], ["seeds/01_a.sql"]],
  [["seeds/*/x.sql"], ["seeds/more/x.sql"]],
  [["./missing.sql", "missing/*.sql", "seeds/(1).sql"], []],
])("finds the files of %j as the CLI does", (patterns, found) => {
  expect(matchingFiles(folder, patterns)).toEqual(found.map((name) => join(folder, name)));
});

test("finds files outside the folder", () => {
  const inside = join(folder, "seeds");
  expect(matchingFiles(inside, ["../seed.sql"])).toEqual([join(folder, "seed.sql")]);
  expect(matchingFiles("/nowhere", [join(folder, "seed.sql")])).toEqual([join(folder, "seed.sql")]);
});
