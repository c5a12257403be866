import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeEach, expect, it } from "vitest";
import { prebuild, readPrebuilt } from "./prebuilt.ts";

const dir = mkdtempSync(join(tmpdir(), "prebuilt-test-"));
const functions = join(dir, "functions");
const out = join(dir, "out");
const write = (path: string, text: string) => writeFileSync(join(functions, path), text);
const read = (name: string) => readPrebuilt(functions, name, pathToFileURL(`${out}/`));

beforeEach(async () => {
  for (const name of ["_words", "greet", "broken"]) mkdirSync(join(functions, name), { recursive: true });
  write("_words/hello.ts", `export const hello = "hello";`);
  write("greet/deno.json", `{ "imports": { "words/": "../_words/", "schema": "npm:zod@4" } }`);
  write(
    "greet/index.ts",
    `import { z } from "schema"; import { hello } from "words/hello.ts"; Deno.serve(() => new Response(z.string().parse(hello)));`,
  );
  write("broken/index.ts", "this is no program");
  await prebuild(functions, out);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

it("bundles every valid function with its packages, but no shared folders", () => {
  expect(readdirSync(out)).toEqual(["greet.json"]);
  const { code = "", files = [] } = read("greet") ?? {};
  expect(code).toContain("hello");
  expect(code).not.toMatch(/from ["'](schema|zod)/);
  expect([...files].sort()).toEqual(
    ["_words/hello.ts", "greet/deno.json", "greet/index.ts"].map((path) => join(functions, path)),
  );
});

it.each(["_words/hello.ts", "greet/deno.json", "greet/index.ts"])(
  "a bundle is not used when its %s has changed or is missing",
  (path) => {
    expect(read("greet")).not.toBeNull();
    write(path, "{}");
    expect(read("greet")).toBeNull();
    rmSync(join(functions, path));
    expect(read("greet")).toBeNull();
  },
);
