/** npm test: every check, from a fresh clone. Ends with "N passed, N failed"; exits 1 when anything failed. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { ensureInstalled } from "./install.mjs";
import { chromium, ensurePackages } from "./packages.mjs";

const REPORTS = "build/reports";
let passed = 0;
let failed = 0;

ensureInstalled({ dev: true });
ensurePackages();
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });

check("format and lint", "biome", ["ci", "--error-on-warnings", "."]);
check("types", "tsc", ["-p", "tsconfig.json"]);
check("types of the service worker", "tsc", ["-p", "web/service-worker"]);
check("import directions", "depcruise", [
  "--config",
  ".dependency-cruiser.cjs",
  "web",
  "server",
  "tools",
  "tests",
  "bench",
]);
const { ensureBuilt } = await import("./build.mjs");
await ensureBuilt();
// Starting has a time limit, so nothing else runs beside it.
runVitest("start", ["--project", "start"]);
runVitest("unit, database and API", ["--project", "!start"]);
runPlaywright();

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** A program that passes or fails as a whole. */
function check(name, program, args) {
  console.log(`== ${name}`);
  if (run(program, args) === 0) passed += 1;
  else failed += 1;
}

/** Of the projects that are selected. */
function runVitest(name, selected) {
  console.log(`== ${name} tests`);
  const report = `${REPORTS}/${name.replaceAll(/\W+/g, "-")}.json`;
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const status = run("vitest", ["run", ...reporters, ...selected]);
  const result = readReport(report);
  count(status, result?.numPassedTests, result?.numFailedTests, result?.numPendingTests);
}

function runPlaywright() {
  console.log("== browser tests");
  const report = `${REPORTS}/playwright.json`;
  const status = run("playwright", ["test", "--reporter=list,json"], {
    CHROMIUM: chromium(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  const stats = readReport(report)?.stats;
  // What passed only when it was tried again has passed, and is said.
  const flaky = stats?.flaky ?? 0;
  if (flaky > 0) console.error(`${flaky} browser tests passed at the second try.`);
  count(status, (stats?.expected ?? 0) + flaky, stats?.unexpected, stats?.skipped);
}

/** A run that failed without a failed test (it crashed, or never began) is a failure too. */
function count(status, good = 0, bad = 0, skipped = 0) {
  passed += good;
  failed += status !== 0 && bad === 0 ? 1 : bad;
  if (skipped > 0 && process.env.CI) {
    console.error(`${skipped} tests were skipped, which a full run does not accept.`);
    failed += skipped;
  }
}

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

function run(program, args, env = {}) {
  return spawnSync(`node_modules/.bin/${program}`, args, {
    stdio: "inherit",
    env: { ...process.env, ...env },
  }).status;
}
