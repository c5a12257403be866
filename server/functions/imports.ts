/**
 * Resolves Deno's import specifiers: packages to installed ones, Deno's old server module to a wrapper around
 * Deno.serve, and types to an empty module. Never loads code from the network.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "rolldown";
import { z } from "zod";

const HOST = fileURLToPath(import.meta.url);

/** npm:name@1/path, jsr:@scope/name@1, https://esm.sh/name@1?target=deno, https://esm.sh/v135/name@1 */
const REGISTRY = /^(npm:|jsr:|https:\/\/esm\.sh\/(?:(?:v\d+|stable)\/)?(?:jsr\/)?)\/?/;
const PACKAGE = /^((?:@[^/@?]+\/)?[^/@?]+)(@[^/?]*)?(\/[^?]*)?(?:\?.*)?$/;
const STD_SERVER = /^https:\/\/deno\.land\/std(?:@[^/]+)?\/http\/server\.ts$/;

const VIRTUAL: Readonly<Record<string, string>> = {
  "\0types": "export {};",
  "\0std-server": "export const serve = (handler, options) => Deno.serve(options ?? {}, handler);",
};

/** `entry` is the function's index.ts. The nearest deno.json or import_map.json has the import map. */
export function denoImports(entry: string): Plugin {
  const map = readImportMap(entry);
  return {
    name: "deno-imports",
    async resolveId(source, importer) {
      if (importer === undefined) return null;
      const wanted = mapped(source, map);
      if (wanted.endsWith(".d.ts")) return "\0types";
      if (STD_SERVER.test(wanted)) return "\0std-server";
      const wantedPackage = packageOf(wanted);
      if (wantedPackage) {
        const { name, path, install } = wantedPackage;
        const found = await this.resolve(name + path, HOST, { skipSelf: true });
        if (found && !found.external) return found;
        throw new Error(
          `${describeImport(source, wanted, importer)}: ${name} is not installed. Install it on the host: ${install}`,
        );
      }
      if (/^(https?|jsr|npm):/.test(wanted)) {
        throw new Error(
          `${describeImport(source, wanted, importer)}: code is not loaded from the network. ` +
            "Copy the file into the functions folder and import it by its path, or import a package with npm:",
        );
      }
      return wanted === source ? null : this.resolve(wanted, importer, { skipSelf: true });
    },
    load: (id) => VIRTUAL[id] ?? null,
  };
}

/** The package that a specifier names, and the command that installs it; null for other specifiers. */
function packageOf(specifier: string): { name: string; path: string; install: string } | null {
  const [registry = ""] = REGISTRY.exec(specifier) ?? [];
  const [, name, version = "", path = ""] = PACKAGE.exec(specifier.slice(registry.length)) ?? [];
  // esm.sh/gh/ serves repositories, which are not packages.
  if (!registry || name === undefined || name === "gh") return null;
  const install = registry.includes("jsr") ? "npx jsr add" : "npm install";
  return { name, path, install: `${install} ${name}${version}` };
}

function describeImport(source: string, wanted: string, importer: string): string {
  return `${importer} imports "${source}"${wanted === source ? "" : `, in its import map ${wanted}`}`;
}

type ImportMap = Readonly<Record<string, string>>;
const denoConfig = z.object({ imports: z.record(z.string(), z.string()).default({}) });

const MAP_FILES = ["deno.json", "import_map.json"];

/** The deno.json or import_map.json nearest to a function's index.ts, or null. In one folder, deno.json wins. */
export function importMapOf(entry: string): string | null {
  const own = dirname(entry);
  const folders = [own, dirname(own), dirname(dirname(own))];
  const paths = folders.flatMap((folder) => MAP_FILES.map((name) => join(folder, name)));
  return paths.find((path) => existsSync(path)) ?? null;
}

function readImportMap(entry: string): ImportMap {
  const path = importMapOf(entry);
  if (!path) return {};
  const { imports } = readDenoConfig(path);
  const inside = ([name, to]: [string, string]) => [name, to.startsWith(".") ? join(dirname(path), to) : to];
  return Object.fromEntries(Object.entries(imports).map(inside));
}

function readDenoConfig(path: string): z.output<typeof denoConfig> {
  try {
    return denoConfig.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    const why = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new Error(`${path} is not a valid import map: ${why}`, { cause });
  }
}

/** A name with a trailing slash maps every specifier that begins with it. */
function mapped(source: string, map: ImportMap): string {
  const exact = map[source];
  if (exact !== undefined) return exact;
  const prefix = Object.keys(map).find((name) => name.endsWith("/") && source.startsWith(name));
  return prefix === undefined ? source : `${map[prefix]}${source.slice(prefix.length)}`;
}
