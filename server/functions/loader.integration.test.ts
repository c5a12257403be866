import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadConfig } from "../config/config.ts";
import { createLoader } from "./loader.ts";

test("reads the import map of config.toml, and logs another version than the installed one", async () => {
  const dir = mkdtempSync(join(tmpdir(), "loader-test-"));
  mkdirSync(join(dir, "functions/mapped"), { recursive: true });
  writeFileSync(join(dir, "config.toml"), `[functions.mapped]\nimport_map = "./maps.json"`);
  writeFileSync(join(dir, "maps.json"), JSON.stringify({ imports: { schema: "npm:zod@3.22.4" } }));
  const source = `import "schema"; Deno.serve(() => new Response("mapped"));`;
  writeFileSync(join(dir, "functions/mapped/index.ts"), source);
  const logged: unknown[] = [];
  const load = createLoader(
    loadConfig(dir),
    () => ({}),
    (event, what) => logged.push([event, what]),
  );
  const thread = await load("mapped");
  onTestFinished(() => {
    thread?.retire();
    rmSync(dir, { recursive: true, force: true });
  });
  expect(thread?.isServing).toBe(true);
  expect(logged).toEqual([
    ["function mapped import map", expect.stringMatching(/npm:zod@3\.22\.4.*zod 4\./)],
  ]);
});
