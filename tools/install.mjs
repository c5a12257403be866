/** Installs packages that are missing or differ from the lockfile. Has no dependencies, because it runs before they exist. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * `dev`: also packages for tests and checks. An install with those also serves a start and is not changed.
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
 * npm lists the contents of node_modules: every package of the lockfile must be there in its version, and no
 * other one. Platform packages cannot be required, but extra packages reveal an install of an older lockfile.
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
