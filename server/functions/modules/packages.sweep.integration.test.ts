/** Packages that functions name and the host does not have. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { useFunctions } from "../functions-host.fixture.ts";
import { packageInstaller } from "./packages.ts";
import { useRegistry } from "./registry.fixture.ts";

const version = (number: string) => `export default "${number}"; export const version = "${number}";`;
const registry = useRegistry({
  "zod@3.22.4": version("zod 3.22.4"),
  "zod@3.25.0": version("zod 3.25.0"),
  "hono@3.4.1": version("hono 3.4.1"),
  "@jsr/std__encoding@1.0.5": version("encoding 1.0.5"),
  "noted@1.0.0": version("noted 1.0.0"),
  "large@1.0.0": `export default "${randomBytes(300_000).toString("hex")}";`,
});
const dir = mkdtempSync(join(tmpdir(), "packages-test-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe("a function", () => {
  const host = useFunctions();
  const answer = async (name: string, source: string) => {
    host.write(`functions/${name}/index.ts`, source);
    return host.call(name);
  };

  test.each([
    ["npm:zod@3.22.4", "zod 3.22.4"],
    ["npm:zod@^3.20.0", "zod 3.25.0"],
    ["npm:zod@>=3 <3.25", "zod 3.22.4"],
    ["https://esm.sh/zod@3.22?target=deno", "zod 3.22.4"],
    ["https://cdn.skypack.dev/zod@3.22.4", "zod 3.22.4"],
    ["https://cdn.jsdelivr.net/npm/zod@3.22.4/+esm", "zod 3.22.4"],
    ["https://deno.land/x/hono@v3.4.1/mod.ts", "hono 3.4.1"],
    ["jsr:@hono/hono@3", "hono 3.4.1"],
    ["jsr:@std/encoding@1", "encoding 1.0.5"],
    ["npm:noted", "noted 1.0.0"],
  ])("has the version that it names: %s", async (specifier, expected) => {
    const name = specifier.replaceAll(/[^a-z0-9]+/g, "-");
    const source = `import version from "${specifier}"; Deno.serve(() => new Response(version));`;
    const response = await answer(name, source);
    expect([response.status, await response.text()]).toEqual([200, expected]);
  });

  test("has two versions of one package", async () => {
    const source = `import { version } from "npm:zod@3.22.4"; import { version as other } from "npm:zod@3.25.0";
      Deno.serve(() => Response.json([version, other]));`;
    expect(await (await answer("both", source)).json()).toEqual(["zod 3.22.4", "zod 3.25.0"]);
  });

  test("is the main module, and the files that it imports are not", async () => {
    host.write("functions/_shared/main.ts", "export const isMain: boolean = import.meta.main;");
    const source = `import { isMain } from "../_shared/main.ts";
      if (import.meta.main) Deno.serve(() => Response.json(isMain));`;
    expect(await (await answer("main", source)).json()).toBe(false);
  });

  test.each([
    ["npm:no-such-package@1", /no-such-package@1 could not be installed: Not Found/],
    ["npm:zod@2", /zod@2 could not be installed: No matching version found for zod@2/],
    ["npm:zod@file:../../etc", /code is not loaded from the network/],
    ["npm:zod@3/none.js", /absent-.* imports "npm:zod@3\/none.js": the package has no such module/],
    ["https://deno.land/x/none@v1/mod.ts", /code is not loaded from the network/],
  ])("does not start with %s, and the log says why", async (specifier, why) => {
    const name = `absent-${specifier.replaceAll(/[^a-z0-9]+/g, "-")}`;
    const source = `import all from "${specifier}"; Deno.serve(() => new Response(all));`;
    expect((await answer(name, source)).status).toBe(503);
    expect(String(host.logged.at(-1)?.error)).toMatch(why);
  });
});

describe("the installer", () => {
  const folder = join(dir, "packages");
  const install = packageInstaller(folder);
  const installed = (name: string) => readFileSync(join(folder, name, "node_modules/zod/index.js"), "utf8");

  test("installs once for the same packages, and keeps versions when another is added", async () => {
    await install("kept", { zod: "3.22.4" });
    const before = registry.downloads.length;
    expect(await install("kept", { zod: "3.22.4" })).toBe(join(folder, "kept"));
    expect(registry.downloads.length).toBe(before);
    await install("kept", { zod: "^3.20.0", noted: "1" });
    expect(installed("kept")).toContain("3.22.4");
    expect(readdirSync(folder)).not.toContain("kept.new");
  });

  test("installs for several calls at the same time", async () => {
    const before = registry.downloads.length;
    await Promise.all([1, 2, 3].map(() => install("shared", { zod: "3.22.4" })));
    expect(registry.downloads.length).toBe(before + 1);
  });

  test("refuses more bytes than the limit and leaves nothing", async () => {
    const small = packageInstaller(folder, { timeMs: 60_000, bytes: 100_000 });
    await expect(small("large", { large: "1" })).rejects.toThrow(
      "large@1 could not be installed: they have more than 0 MB.",
    );
    expect(existsSync(join(folder, "large"))).toBe(false);
  });

  test("ends npm at the time limit", async () => {
    registry.stall();
    const short = packageInstaller(folder, { timeMs: 2000, bytes: 1e9 });
    await expect(short("late", { noted: "1" })).rejects.toThrow("npm took longer than 2 seconds.");
  });

  test("keeps what is installed without the network, and names what is not", async () => {
    await registry.close();
    await install("shared", { zod: "3.22.4" });
    await expect(install("offline", { noted: "1" })).rejects.toThrow(
      /^noted@1 could not be installed: http:\/\/127\.0\.0\.1:\d+ cannot be reached/,
    );
  });
});
