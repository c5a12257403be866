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
const isNew = !existsSync(dataDir);
if (wantsDemo()) fillDemo();
const { served } = await import("../build/server/main.js");
await settleTimeZone(await served);
announce();

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

/**
 * The zone that match dates are written in is the club's, so the host does not know it: club.json tells the database.
 * Before the first match that is a setting; afterwards it would move every kick-off, and the database refuses it.
 */
async function settleTimeZone(host) {
  const { secret_key: key } = JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8"));
  const { time_zone } = JSON.parse(readFileSync(process.env.CLUB_FILE ?? "club.json", "utf8"));
  const answer = await fetch(`${host.url}/rest/v1/rpc/set_club_time_zone`, {
    method: "POST",
    headers: { apikey: key, "content-type": "application/json" },
    body: JSON.stringify({ _time_zone: time_zone }),
  });
  if (answer.ok) return;
  const { message } = await answer.json();
  fail(`club.json cannot say "time_zone": "${time_zone}": ${message}.`);
}

/** What a newcomer does next: sign in to the demo, or make the club's first organiser. */
function announce() {
  const path = join(dataDir, "demo.json");
  if (!existsSync(path)) {
    if (isNew)
      console.log(
        "Sign up on the page, then make yourself an organiser: npm run admin -- grant you@example.com",
      );
    return;
  }
  const { admin, player } = JSON.parse(readFileSync(path, "utf8"));
  console.log("This is a demo club. Sign in as");
  console.log(`  admin   ${admin.email}   ${admin.password}`);
  console.log(`  player  ${player.email}   ${player.password}`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
