/**
 * Resolves Deno's import specifiers: packages to installed ones, Deno's old server module to a wrapper around
 * Deno.serve, and types to an empty module.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "rolldown";
import { type Imports, readImportMap } from "./import-map.ts";
import { includesVersion, installedVersion } from "./installed-version.ts";
import type { Dependencies } from "./packages.ts";
import { type NamedPackage, packageOf } from "./specifiers.ts";

/** The name of the plugin, which the bundler gives to the errors of an import. */
export const DENO_IMPORTS = "deno-imports";

const HOST = fileURLToPath(import.meta.url);

const STD_SERVER = /^https:\/\/deno\.land\/std(?:@[^/]+)?\/http\/server\.ts$/;

const VIRTUAL: Readonly<Record<string, string>> = {
  "\0types": "export {};",
  "\0std-server": "export const serve = (handler, options) => Deno.serve(options ?? {}, handler);",
};

/** The packages of a function that the host does not have in a version that the function names. */
export class OtherPackages {
  /** By npm's name and version. */
  readonly #found = new Map<string, NamedPackage>();
  /** Where they are installed. */
  folder: string | null = null;

  get isEmpty(): boolean {
    return this.#found.size === 0;
  }

  add(found: NamedPackage): void {
    this.#found.set(keyOf(found), found);
  }

  /** The first version of a package has its own name, which others need that import it. */
  get dependencies(): Dependencies {
    const dependencies: Record<string, string> = {};
    for (const [, found] of [...this.#found].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const range = found.version || "latest";
      const name = this.nameOf(found);
      dependencies[name] = name === found.npmName ? range : `npm:${found.npmName}@${range}`;
    }
    return dependencies;
  }

  /** The name in `dependencies`. */
  nameOf(found: NamedPackage): string {
    const versions = [...this.#found.values()].filter(({ npmName }) => npmName === found.npmName);
    const index = versions
      .map(({ version }) => version)
      .sort()
      .indexOf(found.version);
    return index < 1 ? found.npmName : `${found.npmName}--${index}`;
  }
}

const keyOf = ({ npmName, version }: NamedPackage) => `${npmName}@${version}`;

/**
 * `mapPath` is the function's import map, if it has one. Packages that the host lacks are found in the folder of `others`; without
 * one they are added to `others`, and the bundle is not usable.
 */
export function denoImports(mapPath: string | null, others: OtherPackages): Plugin {
  const map = mapPath ? readImportMap(mapPath) : {};
  return {
    name: DENO_IMPORTS,
    async resolveId(source, importer) {
      if (importer === undefined) return null;
      const wanted = mapped(source, map);
      if (wanted.endsWith(".d.ts")) return "\0types";
      if (STD_SERVER.test(wanted)) return "\0std-server";
      const named = packageOf(wanted);
      if (named) {
        const { npmName, path, version } = named;
        const own = await this.resolve(npmName + path, HOST, { skipSelf: true });
        if (own && !own.external && includesVersion(version, installedVersion(own.id, npmName))) return own;
        if (others.folder === null) {
          others.add(named);
          return { id: wanted, external: true };
        }
        const place = join(others.folder, "index.js");
        const found = await this.resolve(others.nameOf(named) + path, place, { skipSelf: true });
        if (found && !found.external) return found;
        throw new Error(`${describeImport(source, wanted, importer)}: the package has no such module.`);
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
