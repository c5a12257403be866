/** An edge function as one module: its own files, and the packages that it imports. */
import { denoImports, importMapOf } from "./imports.ts";

export interface Bundle {
  /** With its source map. */
  code: string;
  /** Absolute paths of what it was made of; a change of one makes it out of date. */
  files: readonly string[];
}

/** `entry`: the function's index.ts. Rejects with the bundler's error. */
export async function bundle(entry: string): Promise<Bundle> {
  // Not with the host: the bundler takes 40 MB, and most hosts never change a function (see prebuilt.ts).
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
