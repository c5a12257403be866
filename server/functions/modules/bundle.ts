/** Bundles an edge function's own files and its packages into one module. */
import { basename, dirname, resolve } from "node:path";
import type { Plugin } from "rolldown";
import { importMapOf } from "./import-map.ts";
import { DENO_IMPORTS, denoImports, OtherPackages } from "./imports.ts";
import { type InstallPackages, namesOf } from "./packages.ts";

export interface Bundle {
  /** Includes its source map. */
  code: string;
  /** Absolute paths of the source files. If one changes, the bundle is out of date. */
  files: readonly string[];
}

export interface BundleSettings {
  /** The path of the import map that config.toml names. */
  importMap?: string | undefined;
  /** Without it a function has the packages of the host only. */
  install?: InstallPackages | undefined;
}

/** `entry` is the function's index.ts. Rejects with the bundler's or the installer's error. */
export async function bundle(entry: string, { importMap, install }: BundleSettings = {}): Promise<Bundle> {
  const map = importMapOf(entry, importMap);
  const others = new OtherPackages();
  const first = await build(entry, map, others);
  if (others.isEmpty) return first;
  const { dependencies } = others;
  if (!install) throw new Error(`${namesOf(dependencies)} is not installed.`);
  const folder = await install(basename(dirname(entry)), dependencies);
  others.folder = folder;
  const { code, files } = await build(entry, map, others);
  return { code, files: files.filter((file) => !file.startsWith(folder)) };
}

async function build(entry: string, importMap: string | null, others: OtherPackages): Promise<Bundle> {
  // Loaded on demand: the bundler takes 40 MB, and most hosts use only prebuilt functions (see prebuilt.ts).
  const { rolldown } = await import("rolldown");
  const built = await rolldown({
    input: entry,
    platform: "node",
    // What functions import `with { type: "bytes" }`.
    moduleTypes: { ".wasm": "binary", ".woff": "binary" },
    logLevel: "silent",
    plugins: [mainModule(resolve(entry)), denoImports(importMap, others)],
  });
  try {
    const { output } = await built.generate({
      format: "esm",
      codeSplitting: false,
      sourcemap: "inline",
      // Stack traces need positions only, and every start of a function reads the map.
      sourcemapExcludeSources: true,
    });
    const [{ code, moduleIds }] = output;
    const files = moduleIds.filter((id) => !id.startsWith("\0"));
    return { code, files: importMap ? [...files, importMap] : files };
  } catch (error) {
    throw refusedImport(error) ?? error;
  } finally {
    await built.close();
  }
}

/** The sentence about an import that is refused, without what the bundler adds; null for other errors. */
function refusedImport(error: unknown): Error | null {
  const { errors = [] } = error as { errors?: readonly { message: string; plugin?: string }[] };
  const refused = errors.find(({ plugin }) => plugin === DENO_IMPORTS);
  return refused ? new Error(refused.message) : null;
}

const IS_MAIN = /\bimport\.meta\.main\b/;

/** In Deno `import.meta.main` is true in the module that was started. The replacement is as long, so that positions stay. */
function mainModule(entry: string): Plugin {
  return {
    name: "main-module",
    transform(code, id) {
      if (!IS_MAIN.test(code)) return null;
      return {
        code: code.replaceAll(new RegExp(IS_MAIN, "g"), (text) => String(id === entry).padEnd(text.length)),
        map: null,
      };
    },
  };
}
