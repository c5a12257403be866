/** Installs the packages when they are missing or the lockfile has changed. Dependency-free: it runs before there are any. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const STAMP = "node_modules/.scoreline-installed";

/**
 * `dev`: also what only tests and checks need. An install with those serves a start as well.
 * Ends the process with one line when Node is too old or npm fails.
 */
export function ensureInstalled({ dev }) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Scoreline needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
  }
  const lock = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
  const installed = existsSync(STAMP) ? readFileSync(STAMP, "utf8") : "";
  if (installed === `all ${lock}` || (!dev && installed === `run ${lock}`)) return;

  console.log("Installing packages ...");
  const npm = spawnSync(
    "npm",
    ["ci", "--no-audit", "--no-fund", ...(dev ? ["--include=dev"] : ["--omit=dev"])],
    {
      stdio: ["ignore", "ignore", "pipe"],
      encoding: "utf8",
      shell: process.platform === "win32",
    },
  );
  if (npm.status !== 0) fail(`npm ci failed. Is the npm registry reachable?\n${npm.stderr ?? npm.error}`);
  writeFileSync(STAMP, `${dev ? "all" : "run"} ${lock}`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
