/** The import map of an edge function: which file it is, and what it contains. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";

/** Specifiers by the names that a function imports. */
export type Imports = Readonly<Record<string, string>>;

const denoConfig = z.object({ imports: z.record(z.string(), z.string()).default({}) });

const FILES = ["deno.json", "deno.jsonc", "import_map.json"];

/**
 * The import map that config.toml names, or the one nearest to a function's index.ts; null without any. In one folder,
 * deno.json wins.
 */
export function importMapOf(entry: string, configured?: string): string | null {
  if (configured) return configured;
  const own = dirname(entry);
  const folders = [own, dirname(own), dirname(dirname(own))];
  const paths = folders.flatMap((folder) => FILES.map((name) => join(folder, name)));
  return paths.find((path) => existsSync(path)) ?? null;
}

/** Reads an import map. Relative specifiers become absolute. Throws an error that names the file. */
export function readImportMap(path: string): Imports {
  const { imports } = readDenoConfig(path);
  const inside = ([name, to]: [string, string]) => [name, to.startsWith(".") ? join(dirname(path), to) : to];
  return Object.fromEntries(Object.entries(imports).map(inside));
}

function readDenoConfig(path: string): z.output<typeof denoConfig> {
  try {
    return denoConfig.parse(JSON.parse(withoutComments(readFileSync(path, "utf8"))));
  } catch (cause) {
    const why = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new Error(`${path} is not a valid import map: ${why}`, { cause });
  }
}

/** JSON without comments and trailing commas, which Deno allows in its own files. Strings stay as they are. */
function withoutComments(text: string): string {
  const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
  const comments = new RegExp(String.raw`(${STRING})|\/\/[^\n]*|\/\*[\s\S]*?\*\/`, "g");
  const commas = new RegExp(String.raw`(${STRING})|,(?=\s*[}\]])`, "g");
  return text.replace(comments, "$1").replace(commas, "$1");
}
