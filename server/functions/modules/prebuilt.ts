/**
 * Functions bundled by the build, so that a host with unchanged functions never loads the bundler. The host bundles
 * changed functions itself.
 */
import { createHash } from "node:crypto";
// biome-ignore lint/style/noRestrictedImports: a part of the build, which is not the project's data
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { z } from "zod";
import { type Bundle, bundle } from "./bundle.ts";

/** Beside the built host. A host that runs from source has none. */
const FOLDER = new URL("../functions/", import.meta.url);
const PACKAGES = `${sep}node_modules${sep}`;

const prebuilt = z.object({
  /** SHA-256 of each of the function's own files, by path relative to the functions folder. */
  sources: z.record(z.string(), z.string()),
  code: z.string(),
});

/**
 * Bundles every function of `<functionsDir>` into `<out>/NAME.json`. Functions that fail to bundle are skipped; the
 * host bundles them and reports the error.
 */
export async function prebuild(functionsDir: string, out: string): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const folders = readdirSync(functionsDir, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name } of folders.filter((folder) => !folder.name.startsWith("_"))) {
    const built = await bundle(join(functionsDir, name, "index.ts")).catch(() => null);
    if (!built) continue;
    const { code, files } = built;
    // Packages only change with package-lock.json, which rebuilds everything.
    const own = files.filter((file) => !file.includes(PACKAGES));
    const sources = Object.fromEntries(own.map((file) => [relative(functionsDir, file), hashOf(file)]));
    writeFileSync(
      join(out, `${name}.json`),
      JSON.stringify({ sources, code } satisfies z.infer<typeof prebuilt>),
    );
  }
}

/** The bundle of `<functionsDir>/NAME`, or null if its files have changed since. */
export function readPrebuilt(functionsDir: string, name: string, folder = FOLDER): Bundle | null {
  try {
    const { sources, code } = prebuilt.parse(
      JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8")),
    );
    const files = Object.entries(sources).map(([path, hash]) => ({ path: join(functionsDir, path), hash }));
    if (files.some(({ path, hash }) => hashOf(path) !== hash)) return null;
    return { code, files: files.map(({ path }) => path) };
  } catch {
    return null; // not built, or a file is missing
  }
}

function hashOf(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
