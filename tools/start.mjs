/**
 * npm start: installs and builds what is missing, fills a demo club into a new data folder, and serves everything at one
 * address. --empty starts a club of its own instead. Dependency-free until the packages are there.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled } from "./install.mjs";

const dataDir = process.env.DATA_DIR ?? "./data";
/** There while the demo is being filled: what a stopped fill leaves behind is half a club, and is thrown away. */
const FILLING = join(dataDir, "demo-is-being-filled");

ensureInstalled({ dev: false });
const { ensureBuilt } = await import("./build.mjs");
await ensureBuilt();
if (wantsDemo()) fillDemo();
announceDemo();
await import("../build/server/main.js");

/** A demo goes into a folder that is new, never into a club's database. */
function wantsDemo() {
  if (process.argv.includes("--empty") || process.env.DATABASE_URL) return false;
  if (existsSync(FILLING)) rmSync(dataDir, { recursive: true, force: true });
  return !existsSync(dataDir) || readdirSync(dataDir).length === 0;
}

function fillDemo() {
  console.log("Filling a demo club ...");
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(FILLING, "");
  } catch (error) {
    fail(
      `The data folder ${dataDir} cannot be written (${error.code}): make it writable, or set DATA_DIR to another one.`,
    );
  }
  const fill = spawnSync(process.execPath, ["build/commands/demo.js"], {
    stdio: "inherit",
    env: { ...process.env, LOG_LEVEL: "warn" },
  });
  if (fill.status !== 0) process.exit(fill.status ?? 1);
  rmSync(FILLING);
}

function announceDemo() {
  const path = join(dataDir, "demo.json");
  if (!existsSync(path)) return;
  const { admin, player } = JSON.parse(readFileSync(path, "utf8"));
  console.log("This is a demo club. Sign in as");
  console.log(`  admin   ${admin.email}   ${admin.password}`);
  console.log(`  player  ${player.email}   ${player.password}`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
