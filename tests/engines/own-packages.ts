/** Packages that few tests need have a lockfile of their own in a folder of tests/, and are installed when the first test asks for them. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** The path of `file` in the folder's node_modules. Installs the packages if it is missing. Throws npm's error. */
export function ownPackage(folder: string, file: string): string {
  const path = join(folder, "node_modules", file);
  if (!existsSync(path)) {
    const npm = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder, encoding: "utf8" });
    if (npm.status !== 0) throw new Error(`npm ci in ${folder} failed: ${npm.stderr}`);
  }
  return path;
}
