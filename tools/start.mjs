/**
 * npm start: installs and builds what is missing, fills a demo club into a new data folder, and serves everything at one
 * address. --empty starts an empty club instead. Has no dependencies until the packages are installed.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ensureInstalled } from "./install.mjs";

const dataDir = process.env.DATA_DIR ?? "./data";
/** A demo is filled in a folder with this suffix next to the data folder and renamed when it is complete. */
const FILLING = ".filling-";

ensureInstalled({ dev: false });
const { ensureLanguages, ensurePage, ensurePrograms } = await import("./build.mjs");
await ensurePrograms();
// The demo is filled by other processes, which need no page.
const page = ensurePage();
page.catch(() => {}); // thrown below, when the folder of the demo has its name
if (wantsDemo()) await fillDemo();
await page;
const { served } = await import("../build/server/main.js");
const host = await served;
if (!host.hasOwnTimeZone) await settleTimeZone(host);
await announce(host);
await addLanguages(host);

/** A demo is filled only into a new or empty folder. */
function wantsDemo() {
  if (process.argv.includes("--empty") || process.env.DATABASE_URL) return false;
  return !existsSync(dataDir) || readdirSync(dataDir).length === 0;
}

async function fillDemo() {
  console.log("Filling a demo club ...");
  const target = existsSync(dataDir) ? realpathSync(dataDir) : resolve(dataDir);
  nameLeftovers(target);
  const folder = target + FILLING + randomBytes(4).toString("hex");
  const code = await fill(folder);
  const { removeDataFolder } = await import("../build/commands/unused-homes.js");
  const { renameDurably } = await import("../build/commands/durable-files.js");
  if (code !== 0) {
    await removeDataFolder(folder);
    process.exit(code);
  }
  try {
    renameDurably(folder, target);
  } catch (error) {
    await removeDataFolder(folder);
    // Another start has created its demo meanwhile; the host reports whether the folder is in use.
    if (error.code === "ENOTEMPTY" || error.code === "EEXIST") return;
    fail(
      `The demo cannot be created in ${dataDir} (${error.code}; is it a mount point?): start with --empty, or set DATA_DIR to a folder below it.`,
    );
  }
}

/** Fills `folder`; resolves to the exit code. A signal to this process stops it and removes the folder. */
function fill(folder) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["build/commands/demo.js"], {
      stdio: "inherit",
      // The page is being built meanwhile, and its files come and go.
      env: { ...process.env, DATA_DIR: folder, BACKUPS: "0", LOG_LEVEL: "warn", WEB_DIR: "none" },
    });
    const stop = () => child.kill("SIGTERM");
    process.on("SIGINT", stop).on("SIGTERM", stop);
    child.once("exit", (code) => {
      process.off("SIGINT", stop).off("SIGTERM", stop);
      resolve(code ?? 1);
    });
  });
}

/** A killed start leaves its folder behind. Another start may still be filling its folder, so none is removed here. */
function nameLeftovers(target) {
  const parent = dirname(target);
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent))
    if (name.startsWith(basename(target) + FILLING))
      console.log(
        `${join(parent, name)} is an unfinished demo. Delete it, unless another start is filling it now. npm run doctor names a database that it leaves elsewhere.`,
      );
}

/**
 * Writes the club's time zone from club.json to the database, because the host does not know it.
 * After the first match a change would move every kick-off, so the database refuses it.
 */
async function settleTimeZone(host) {
  const { secret_key: key } = JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8"));
  const { time_zone } = JSON.parse(readFileSync(process.env.CLUB_FILE ?? "club.json", "utf8"));
  const request = fetch(`${host.url}/rest/v1/rpc/set_club_time_zone`, {
    method: "POST",
    headers: { apikey: key, "content-type": "application/json" },
    body: JSON.stringify({ _time_zone: time_zone }),
  });
  // A host that is told to stop meanwhile closes the connection or refuses the request.
  const answer = await request.catch((error) => {
    if (host.isStopping()) return null;
    throw error;
  });
  if (answer === null || answer.ok || host.isStopping()) return;
  if (answer.status === 503) {
    await delay(1000 * Number(answer.headers.get("retry-after") ?? 1)); // the host is busy
    return settleTimeZone(host);
  }
  const { message } = await answer.json();
  fail(`The "time_zone" in club.json cannot be used: "${time_zone}": ${message}.`);
}

/** The next step for a newcomer: sign in to the demo, or open the link that starts the club. */
async function announce(host) {
  const path = join(dataDir, "demo.json");
  if (!existsSync(path)) {
    const link = await host.firstStart.newLink();
    if (link === null) return;
    host.firstStart.offerDemo(openDemoBeside);
    console.log("This club has no organiser yet. Open this link in a browser to start it; it works once:");
    console.log(`  ${link}`);
    return;
  }
  const { admin, player } = JSON.parse(readFileSync(path, "utf8"));
  console.log("This is a demo club. Sign in as");
  console.log(`  admin   ${admin.email}   ${admin.password}`);
  console.log(`  player  ${player.email}   ${player.password}`);
}

/** A first start serves the page in English. This builds the other languages, and the host then serves them too. */
async function addLanguages(host) {
  try {
    if (await ensureLanguages()) host.reloadPage();
  } catch (error) {
    if (!host.isStopping()) console.error(`The page is available in English only: ${error.message}`);
  }
}

/**
 * Starts a demo in a temporary folder and resolves to its address. It ends with this process, which its standard input
 * tells it.
 */
function openDemoBeside() {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["tools/demo-beside.mjs"], { stdio: ["pipe", "pipe", "inherit"] });
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      printed += text;
      const address = /^DEMO (\S+)$/m.exec(printed)?.[1];
      if (address) resolve(address);
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the demo ended with ${code}`)));
  });
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
