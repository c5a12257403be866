/**
 * Resolves Deno's import specifiers: packages to installed ones, Deno's old server module to a wrapper around
 * Deno.serve, and types to an empty module. Never loads code from the network.
 */
import { fileURLToPath } from "node:url";
import type { Plugin } from "rolldown";
import { type Imports, readImportMap } from "./import-map.ts";
import { installedVersion, isOtherVersion } from "./installed-version.ts";

const HOST = fileURLToPath(import.meta.url);

/** npm:name@1/path, jsr:@scope/name@1, https://esm.sh/name@1?target=deno, https://esm.sh/v135/name@1 */
const REGISTRY = /^(npm:|jsr:|https:\/\/esm\.sh\/(?:(?:v\d+|stable)\/)?(?:jsr\/)?)\/?/;
const PACKAGE = /^((?:@[^/@?]+\/)?[^/@?]+)(@[^/?]*)?(\/[^?]*)?(?:\?.*)?$/;
const STD_SERVER = /^https:\/\/deno\.land\/std(?:@[^/]+)?\/http\/server\.ts$/;

const VIRTUAL: Readonly<Record<string, string>> = {
  "\0types": "export {};",
  "\0std-server": "export const serve = (handler, options) => Deno.serve(options ?? {}, handler);",
};

/**
 * `mapPath` is the function's import map, if it has one. `warn` receives a line for each specifier whose version is not the
 * installed one.
 */
export function denoImports(mapPath: string | null, warn: (line: string) => void): Plugin {
  const map = mapPath ? readImportMap(mapPath) : {};
  return {
    name: "deno-imports",
    async resolveId(source, importer) {
      if (importer === undefined) return null;
      const wanted = mapped(source, map);
      if (wanted.endsWith(".d.ts")) return "\0types";
      if (STD_SERVER.test(wanted)) return "\0std-server";
      const wantedPackage = packageOf(wanted);
      if (wantedPackage) {
        const { name, path, version, install } = wantedPackage;
        const found = await this.resolve(name + path, HOST, { skipSelf: true });
        if (found && !found.external) {
          const installed = installedVersion(found.id, name);
          if (installed && isOtherVersion(version, installed)) {
            const where = wanted === source ? importer : mapPath;
            warn(`${where} names ${wanted}, but ${name} ${installed} is installed`);
          }
          return found;
        }
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

interface Package {
  name: string;
  path: string;
  /** Empty if the specifier has none. */
  version: string;
  install: string;
}

/** The package that a specifier names, and the command that installs it; null for other specifiers. */
function packageOf(specifier: string): Package | null {
  const [registry = ""] = REGISTRY.exec(specifier) ?? [];
  const [, name, version = "", path = ""] = PACKAGE.exec(specifier.slice(registry.length)) ?? [];
  // esm.sh/gh/ serves repositories, which are not packages.
  if (!registry || name === undefined || name === "gh") return null;
  const install = registry.includes("jsr") ? "npx jsr add" : "npm install";
  return { name, path, version: version.slice(1), install: `${install} ${name}${version}` };
}

function describeImport(source: string, wanted: string, importer: string): string {
  return `${importer} imports "${source}"${wanted === source ? "" : `, in its import map ${wanted}`}`;
}

/** A name with a trailing slash maps every specifier that begins with it. */
function mapped(source: string, map: Imports): string {
  const exact = map[source];
  if (exact !== undefined) return exact;
  const prefix = Object.keys(map).find((name) => name.endsWith("/") && source.startsWith(name));
  return prefix === undefined ? source : `${map[prefix]}${source.slice(prefix.length)}`;
}
