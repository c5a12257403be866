/** Packages that few tests need have a lockfile of their own in a folder of tests/, and are installed when the first test asks for them. */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";

/** Not in tests/, whose files tests and checks read, and not in build/, which a club is installed from. */
const INSTALLED = "node_modules/.cache/packages";

/** The path of `file` in the folder's packages. Installs them if it is missing. Throws npm's error. */
export function ownPackage(folder: string, file: string): string {
  const home = join(INSTALLED, folder);
  const path = join(home, "node_modules", file);
  if (!existsSync(path)) {
    mkdirSync(home, { recursive: true });
    for (const name of ["package.json", "package-lock.json"])
      copyFileSync(join(folder, name), join(home, name));
    const npm = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: home, encoding: "utf8" });
    if (npm.status !== 0) throw new Error(`npm ci in ${home} failed: ${npm.stderr}`);
  }
  return path;
}
