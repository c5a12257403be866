/** Bundles an edge function's own files and its packages into one module. */
import { denoImports, importMapOf } from "./imports.ts";

export interface Bundle {
  /** Includes its source map. */
  code: string;
  /** Absolute paths of the source files. If one changes, the bundle is out of date. */
  files: readonly string[];
}

/** `entry` is the function's index.ts. Rejects with the bundler's error. */
export async function bundle(entry: string): Promise<Bundle> {
  // Loaded on demand: the bundler takes 40 MB, and most hosts use only prebuilt functions (see prebuilt.ts).
  const { rolldown } = await import("rolldown");
  const built = await rolldown({
    input: entry,
    platform: "node",
    logLevel: "silent",
    plugins: [denoImports(entry)],
  });
  try {
    const { output } = await built.generate({ format: "esm", codeSplitting: false, sourcemap: "inline" });
    const [{ code, moduleIds }] = output;
    const importMap = importMapOf(entry);
    const files = moduleIds.filter((id) => !id.startsWith("\0"));
    return { code, files: importMap ? [...files, importMap] : files };
  } finally {
    await built.close();
  }
}
