/** Installs the packages when they are missing or not those of the lockfile. Dependency-free: it runs before there are any. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * `dev`: also what only tests and checks need. An install with those serves a start as well and is left alone.
 * Ends the process with one line when Node is too old or npm fails.
 */
export function ensureInstalled({ dev }) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Scoreline needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
  }
  if (isInstalled(dev)) return;

  console.log("Installing packages ...");
  const npm = spawnSync("npm", ["ci", "--no-audit", "--no-fund", dev ? "--include=dev" : "--omit=dev"], {
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (npm.status !== 0) fail(`npm ci failed. Is the npm registry reachable?\n${npm.stderr ?? npm.error}`);
}

/**
 * npm keeps a list of what it put into node_modules: every package of the lockfile must be there, in its version, and no
 * other one. Packages for one platform cannot be required, but an install of an older lockfile shows by what it has too much.
 */
function isInstalled(dev) {
  let there;
  try {
    there = packagesOf("node_modules/.package-lock.json");
  } catch {
    return false;
  }
  const locked = packagesOf("package-lock.json");
  if (Object.keys(there).some((path) => !(path in locked))) return false;
  return Object.entries(locked).every(
    ([path, wanted]) =>
      path === "" ||
      wanted.optional ||
      wanted.devOptional ||
      (wanted.dev && !dev) ||
      there[path]?.version === wanted.version,
  );
}

function packagesOf(path) {
  return JSON.parse(readFileSync(path, "utf8")).packages;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
