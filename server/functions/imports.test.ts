/** Import maps of edge functions: what is found, and what a refusal tells the reader. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { bundle } from "./bundle.ts";

const dir = mkdtempSync(join(tmpdir(), "imports-test-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}

// Forms of specifiers: supabase/supabase, apps/docs/content/guides/functions/dependencies.mdx; esm.sh's README.md.
test.each([
  ["npm:zod@4", "zod"],
  ["https://esm.sh/zod@4?target=deno", "zod"],
  ["https://esm.sh/v135/zod@4", "zod"],
  ["https://esm.sh/stable/zod@4/v4", "zod"],
])("finds %s through its import map", async (specifier, name) => {
  const folder = `mapped-${specifier.replaceAll(/[^a-z0-9]+/g, "-")}`;
  write(`functions/${folder}/deno.json`, JSON.stringify({ imports: { [name]: specifier } }));
  write(
    `functions/${folder}/index.ts`,
    `import { z } from "zod"; Deno.serve(() => new Response(z.string().parse("parsed")));`,
  );
  const { files } = await bundle(join(dir, `functions/${folder}/index.ts`));
  expect(files.some((file) => file.includes(`/node_modules/${name}/`))).toBe(true);
});

test.each([
  ["https://esm.sh/left-pad@1.3.0?dts", ["left-pad is not installed", "npm install left-pad@1.3.0"]],
  ["https://esm.sh/v135/@none/such@2", ["@none/such is not installed", "npm install @none/such@2"]],
  ["jsr:@std/encoding@1/base64", ["@std/encoding is not installed", "npx jsr add @std/encoding@1"]],
  ["https://esm.sh/jsr/@std/path@1", ["@std/path is not installed", "npx jsr add @std/path@1"]],
  ["https://deno.land/x/oak@v12/mod.ts", ["not loaded from the network", "Copy the file", "npm:"]],
])("says which import of its map is missing and how to add it: %s", async (specifier, words) => {
  const folder = `missing-${specifier.replaceAll(/[^a-z0-9]+/g, "-")}`;
  write(`functions/${folder}/deno.json`, JSON.stringify({ imports: { library: specifier } }));
  write(`functions/${folder}/index.ts`, `import "library"; Deno.serve(() => new Response());`);
  const failure = await bundle(join(dir, `functions/${folder}/index.ts`)).catch(String);
  for (const part of [`${folder}/index.ts`, '"library"', specifier, ...words])
    expect(failure).toContain(part);
});

// supabase/cli, internal/functions/deploy: the function's deno.json, then import_map.json, then the folder's fallback.
test.each([
  ["beside the function", ["library/named/import_map.json"], "named"],
  ["in the folder of functions", ["library/import_map.json"], "shared"],
  ["after deno.json in the same folder", ["library/both/deno.json", "library/both/import_map.json"], "both"],
])("reads import_map.json %s", async (_where, maps, name) => {
  for (const [index, path] of maps.entries())
    write(path, JSON.stringify({ imports: { schema: index === 0 ? "npm:zod@4" : "npm:no-such-package@1" } }));
  write(
    `library/${name}/index.ts`,
    `import { z } from "schema"; Deno.serve(() => new Response(z.string().parse("a")));`,
  );
  const { files } = await bundle(join(dir, `library/${name}/index.ts`));
  expect(files.some((file) => file.includes("/node_modules/zod/"))).toBe(true);
  expect(files).toContain(join(dir, maps[0] ?? ""));
});

test("says which import map is not valid", async () => {
  write("functions/unreadable/deno.json", `{ "imports": { "zod": 4 } }`);
  write("functions/unreadable/index.ts", `Deno.serve(() => new Response());`);
  const failure = bundle(join(dir, "functions/unreadable/index.ts"));
  await expect(failure).rejects.toThrow(/unreadable\/deno\.json.*imports.*zod/s);
});
