import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** `(request, env) => Response`: the same file runs on Supabase, where index.ts wires it to Deno. */
export type Handle = (request: Request, env: Readonly<Record<string, string>>) => Promise<Response>;

/** A changed file is noticed this much later at most; a running host does not read files for every request. */
const TRUSTED_MS = 1000;

interface Loaded {
  hash: string;
  checkedAt: number;
  handle: Promise<Handle>;
}

/**
 * Loads functions of `<supabaseDir>/functions` when they are first called, and again when a file of theirs has changed.
 * Resolves to null for a name that is no function. Rejects when its code does not build.
 */
export function createLoader(supabaseDir: string): (name: string) => Promise<Handle | null> {
  const folder = join(supabaseDir, "functions");
  const loaded = new Map<string, Loaded>();
  return async (name) => {
    // Names are folders: no dots, no slashes; those that begin with _ hold what several functions share.
    if (!/^[a-z0-9][a-z0-9_-]*$/i.test(name)) return null;
    const known = loaded.get(name);
    if (known && performance.now() - known.checkedAt < TRUSTED_MS) return known.handle;
    const entry = join(folder, name, "handler.ts");
    if (!existsSync(entry)) return null;
    const hash = hashOf(folder, name);
    const handle = known?.hash === hash ? known.handle : build(entry);
    loaded.set(name, { hash, checkedAt: performance.now(), handle });
    handle.catch(() => loaded.delete(name));
    return handle;
  };
}

async function build(entry: string): Promise<Handle> {
  // Loaded with the first function, not with the host, which has to be up soon.
  const { rolldown } = await import("rolldown");
  const bundle = await rolldown({ input: entry, platform: "node", logLevel: "silent" });
  const { output } = await bundle.generate({ format: "esm", codeSplitting: false });
  await bundle.close();
  const module: unknown = await import(
    `data:text/javascript;base64,${Buffer.from(output[0].code).toString("base64")}`
  );
  if (
    typeof module === "object" &&
    module !== null &&
    "handle" in module &&
    typeof module.handle === "function"
  ) {
    return module.handle as Handle;
  }
  throw new Error(`${entry} does not export a function named handle`);
}

/** Of the function's own files and those in folders that begin with _. */
function hashOf(folder: string, name: string): string {
  const hash = createHash("sha256");
  const own = readdirSync(folder).filter((entry) => entry === name || entry.startsWith("_"));
  for (const part of own.sort()) {
    for (const file of readdirSync(join(folder, part), { recursive: true, withFileTypes: true })) {
      if (file.isFile()) hash.update(file.name).update(readFileSync(join(file.parentPath, file.name)));
    }
  }
  return hash.digest("hex");
}
