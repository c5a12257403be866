import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadConfig } from "../config/config.ts";
import { createLoader } from "./loader.ts";
import { packageInstaller } from "./modules/packages.ts";

test("reads the import map of config.toml", async () => {
  const dir = mkdtempSync(join(tmpdir(), "loader-test-"));
  mkdirSync(join(dir, "functions/mapped"), { recursive: true });
  writeFileSync(join(dir, "config.toml"), `[functions.mapped]\nimport_map = "./maps.json"`);
  writeFileSync(join(dir, "maps.json"), JSON.stringify({ imports: { schema: "npm:zod@4" } }));
  const source = `import "schema"; Deno.serve(() => new Response("mapped"));`;
  writeFileSync(join(dir, "functions/mapped/index.ts"), source);
  const load = createLoader(
    loadConfig(dir),
    () => ({}),
    packageInstaller(join(dir, "packages")),
    () => {},
  );
  const thread = await load("mapped");
  onTestFinished(() => {
    thread?.retire();
    rmSync(dir, { recursive: true, force: true });
  });
  expect(thread?.isServing).toBe(true);
});
