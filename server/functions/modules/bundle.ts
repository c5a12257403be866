/** Bundles an edge function's own files and its packages into one module. */
import { importMapOf } from "./import-map.ts";
import { denoImports } from "./imports.ts";

export interface Bundle {
  /** Includes its source map. */
  code: string;
  /** Absolute paths of the source files. If one changes, the bundle is out of date. */
  files: readonly string[];
  /** Lines about versions that differ from the installed ones, each once. */
  warnings: readonly string[];
}

/**
 * `entry` is the function's index.ts, and `configured` the path of the import map that config.toml names. Rejects with the
 * bundler's error.
 */
export async function bundle(entry: string, configured?: string): Promise<Bundle> {
  const importMap = importMapOf(entry, configured);
  const warnings = new Set<string>();
  // Loaded on demand: the bundler takes 40 MB, and most hosts use only prebuilt functions (see prebuilt.ts).
  const { rolldown } = await import("rolldown");
  const built = await rolldown({
    input: entry,
    platform: "node",
    // What functions import `with { type: "bytes" }`.
    moduleTypes: { ".wasm": "binary", ".woff": "binary" },
    logLevel: "silent",
    plugins: [denoImports(importMap, (line) => warnings.add(line))],
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
    return { code, files: importMap ? [...files, importMap] : files, warnings: [...warnings] };
  } finally {
    await built.close();
  }
}
