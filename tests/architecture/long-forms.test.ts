/** `npm run test:long` runs every test and soak that has a long form. */
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";

const LISTS = "../../tools/long-forms.mjs";
const { SOAKS, TESTS }: Record<"SOAKS" | "TESTS", string[]> = await import(LISTS);

const files = readdirSync("tests", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".test.ts") && !path.includes("architecture/"))
  .map((path) => ({
    name: basename(path.replace(".sweep.", "."), ".test.ts"),
    text: readFileSync(`tests/${path}`, "utf8"),
  }));

it("names only files that exist", () => {
  expect(TESTS.filter((name) => !files.some((file) => file.name === name))).toEqual([]);
});

it("names every file that has more to do in the long form", () => {
  const long = files.filter(({ text }) => text.includes("/long-form.ts")).map(({ name }) => name);
  expect(long.length).toBeGreaterThan(1);
  expect(long.filter((name) => !TESTS.includes(name))).toEqual([]);
});

it("names every soak", () => {
  const soaks = [...readFileSync("tests/soak/main.ts", "utf8").matchAll(/^ {2}"?([\w-]+)"?: \{ soak:/gm)];
  expect(soaks.map(([, name]) => name).sort()).toEqual([...SOAKS].sort());
});
