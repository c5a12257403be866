/** Installs packages that are missing or differ from the lockfile. Has no dependencies, because it runs before they exist. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { isBuilt } from "./build.mjs";
import { lock } from "./lock.mjs";

/**
 * `dev`: also packages for tests and checks. An install with those also serves a start and is not changed. A club that is built
 * needs the packages of its host only.
 * Ends the process with one line when Node is too old, Vite cannot build in this folder or npm fails.
 */
export function ensureInstalled({ dev }) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Scoreline needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
  }
  const [unusable] = /[#?]/.exec(process.cwd()) ?? [];
  if (unusable)
    fail(`The page cannot be built in a folder with ${unusable} in its path: move ${process.cwd()}.`);
  if (isInstalled(dev) || (!dev && canRun())) return;

  const release = lock();
  try {
    if (!isInstalled(dev)) install(dev);
  } finally {
    release();
  }
}

function install(dev) {
  console.log("Installing packages ...");
  const fits = isInstalled(false);
  // npm ci deletes what is there first. Packages for tests are added to an install that another program may be using now.
  const args = fits ? ["install", "--no-save"] : ["ci"];
  const npm = spawnSync("npm", [...args, "--no-audit", "--no-fund", dev ? "--include=dev" : "--omit=dev"], {
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (npm.error) fail(`npm cannot be run (${npm.error.code}): install Node.js with npm.`);
  if (npm.status !== 0)
    fail(`The packages could not be installed. npm ${args[0]} said:\n${npm.stderr.trim()}`);
}

/**
 * npm lists the contents of node_modules: every package of the lockfile must be there in its version, and no
 * other one. Platform packages cannot be required, but extra packages reveal an install of an older lockfile.
 */
function isInstalled(dev) {
  const [there, locked] = [installed(), packagesOf("package-lock.json")];
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

/** After `npm ci --workspace=host`, which a build may precede. */
function canRun() {
  const [there, locked] = [installed(), packagesOf("package-lock.json")];
  const paths = Object.keys(locked.host.dependencies).map((name) => `node_modules/${name}`);
  return paths.every((path) => there[path]?.version === locked[path].version) && isBuilt();
}

/** The packages in node_modules; none before an install. */
function installed() {
  try {
    return packagesOf("node_modules/.package-lock.json");
  } catch {
    return {};
  }
}

function packagesOf(path) {
  return JSON.parse(readFileSync(path, "utf8")).packages;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
