/** Import maps of edge functions: what is found, and what a refusal tells the reader. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
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
  ["npm:zod@^4.1.0", "zod"],
  ["npm:zod@latest", "zod"],
  ["npm:zod", "zod"],
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
  ["https://esm.sh/left-pad@1.3.0?dts", "left-pad@1.3.0 is not installed"],
  ["https://esm.sh/v135/@none/such@2", "@none/such@2 is not installed"],
  ["jsr:@std/encoding@1/base64", "@jsr/std__encoding@1 is not installed"],
  ["https://esm.sh/jsr/@std/path@1", "@jsr/std__path@1 is not installed"],
  ["https://deno.land/x/zod@v3.22.4/mod.ts", "zod@3.22.4 is not installed"],
  ["npm:zod@3", "zod@3 is not installed"],
  ["npm:zod@^4.99.0", "zod@^4.99.0 is not installed"],
  ["npm:zod@~4.5.0", "zod@~4.5.0 is not installed"],
])("names the package that the host lacks: %s", async (specifier, words) => {
  const folder = `missing-${specifier.replaceAll(/[^a-z0-9]+/g, "-")}`;
  write(`functions/${folder}/deno.json`, JSON.stringify({ imports: { library: specifier } }));
  write(`functions/${folder}/index.ts`, `import "library"; Deno.serve(() => new Response());`);
  await expect(bundle(join(dir, `functions/${folder}/index.ts`))).rejects.toThrow(words);
});

test.each([
  ["a file of the network", "https://deno.land/x/oak@v12/mod.ts"],
  ["an address, which is no version", "npm:zod@git:example.com"],
  ["a path, which is no version", "npm:zod@file:..%2F.."],
])("says which import of its map is %s", async (kind, specifier) => {
  const folder = kind.replaceAll(/[^a-z]+/g, "-");
  write(`functions/${folder}/deno.json`, JSON.stringify({ imports: { library: specifier } }));
  write(`functions/${folder}/index.ts`, `import "library"; Deno.serve(() => new Response());`);
  const failure = await bundle(join(dir, `functions/${folder}/index.ts`)).catch(String);
  for (const part of [`${folder}/index.ts`, '"library"', specifier, "not loaded from the network", "npm:"])
    expect(failure).toContain(part);
});

// The setting comes first and the folder's map last, as in supabase/cli, internal/functions/deploy/deploy.go. Between them
// Deno reads the nearest deno.json or deno.jsonc (docs.deno.com, fundamentals/configuration).
test.each([
  ["beside the function", ["library/named/import_map.json"], "named"],
  ["in the folder of functions", ["library/import_map.json"], "shared"],
  ["in a deno.jsonc with comments", ["library/commented/deno.jsonc"], "commented"],
  ["after deno.json in the same folder", ["library/both/deno.json", "library/both/import_map.json"], "both"],
])("reads an import map %s", async (_where, maps, name) => {
  for (const [index, path] of maps.entries()) {
    const json = JSON.stringify({ imports: { schema: index === 0 ? "npm:zod@4" : "npm:no-such-package@1" } });
    write(path, path.endsWith("c") ? `// "a", /* b\n${json.replace("}", ", /* last */ }")}` : json);
  }
  write(
    `library/${name}/index.ts`,
    `import { z } from "schema"; Deno.serve(() => new Response(z.string().parse("a")));`,
  );
  const { files } = await bundle(join(dir, `library/${name}/index.ts`));
  expect(files.some((file) => file.includes("/node_modules/zod/"))).toBe(true);
  expect(files).toContain(join(dir, maps[0] ?? ""));
});

test("reads the import map of the settings first, and says which one is missing", async () => {
  write("maps/news.json", JSON.stringify({ imports: { schema: "npm:zod@4" } }));
  write("functions/set/deno.json", JSON.stringify({ imports: { schema: "npm:no-such-package@1" } }));
  write(
    "functions/set/index.ts",
    `import { z } from "schema"; Deno.serve(() => new Response(z.string().parse("a")));`,
  );
  const entry = join(dir, "functions/set/index.ts");
  expect((await bundle(entry, { importMap: join(dir, "maps/news.json") })).files).toContain(
    join(dir, "maps/news.json"),
  );
  await expect(bundle(entry, { importMap: join(dir, "maps/none.json") })).rejects.toThrow(
    /maps\/none\.json.*ENOENT/s,
  );
});

test("finds the main module by a relative path", async () => {
  write("functions/relative/index.ts", `if (import.meta.main) Deno.serve(() => new Response("main"));`);
  const { code } = await bundle(relative("", join(dir, "functions/relative/index.ts")));
  expect(code).toContain("Deno.serve");
});

test("says which import map is not valid", async () => {
  write("functions/unreadable/deno.json", `{ "imports": { "zod": 4 } }`);
  write("functions/unreadable/index.ts", `Deno.serve(() => new Response());`);
  const failure = bundle(join(dir, "functions/unreadable/index.ts"));
  await expect(failure).rejects.toThrow(/unreadable\/deno\.json.*imports.*zod/s);
});
