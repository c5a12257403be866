/** Makes PostgreSQL's programs available to the server's user. */
import { randomBytes } from "node:crypto";
// biome-ignore lint/style/noRestrictedImports: the whole copy is synced
import { chmodSync, cpSync, existsSync, lstatSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { renameDurably, syncTree } from "../../../durable-files.ts";
import { StartError } from "../../start-error.ts";
import { type Programs, programPath } from "../programs.ts";
import { type RunAs, works } from "../run-as.ts";
import { makeSystemFolder, SYSTEM_FOLDER } from "./system-folder.ts";

/**
 * Programs that the server's user can run: the given ones, or a copy of npm's package that is made once. Throws
 * StartError.
 */
export async function reachablePrograms(programs: Programs, runAs: RunAs): Promise<Programs> {
  if (isReachable(programs, runAs)) return programs;
  if (programs.package === null)
    throw new StartError(
      `The user that PostgreSQL runs as cannot run ${programs.bin}: let it enter that folder.`,
    );
  makeSystemFolder(runAs);
  const copy = join(SYSTEM_FOLDER, `postgresql-${programs.version}`);
  if (!existsSync(copy)) await copyPackage(programs.package, copy);
  const copied = { ...programs, bin: join(copy, basename(programs.bin)), package: copy };
  // Earlier versions copied the modes, which the umask of the npm install had limited.
  if (!isReachable(copied, runAs)) letEveryoneRead(copy);
  return copied;
}

function isReachable(programs: Programs, { ids }: RunAs): boolean {
  return !("uid" in ids) || works([programPath(programs, "postgres"), "--version"], ids);
}

async function copyPackage(from: string, to: string): Promise<void> {
  const half = `${to}.${randomBytes(6).toString("hex")}`;
  // Skips what is only needed for compiling. Relative links remain relative.
  const isNeeded = (path: string) => !/\.a$|[/\\]pkgconfig$|[/\\]pgxs$/.test(path);
  try {
    cpSync(from, half, { recursive: true, verbatimSymlinks: true, filter: isNeeded });
    letEveryoneRead(half);
    await syncTree(half);
    renameDurably(half, to);
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    if (!existsSync(to)) throw error; // otherwise another process was faster
  }
}

/** Of a folder and its files: everyone can read them, enter folders and run programs. */
function letEveryoneRead(folder: string): void {
  chmodSync(folder, 0o755);
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name);
    const found = lstatSync(path);
    if (found.isDirectory()) chmodSync(path, 0o755);
    else if (found.isFile()) chmodSync(path, (found.mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}
