/**
 * npm test: every check, from a fresh clone. `npm test -- NAME`: the test files whose path contains NAME.
 * Ends with "N passed, N failed"; exits 1 when anything failed.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { relative } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { CHECKS } from "./checks.mjs";
import { ensureInstalled } from "./install.mjs";
import { browserVariables, ensurePackages } from "./packages.mjs";

const REPORTS = "build/reports";
const SLOWEST = 10;
let passed = 0;
let failed = 0;
/** Seconds of each test file, by its path. */
const seconds = new Map();

const names = process.argv.slice(2);
const started = performance.now();
stage("packages", () => {
  ensureInstalled({ dev: true });
  ensurePackages();
});
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });

if (names.length === 0) {
  for (const { name, program, args } of CHECKS) {
    stage(name, () => {
      if (run(program, args) === 0) passed += 1;
      else failed += 1;
    });
  }
}
await stage("build", ensureBuilt);
// Starting has a time limit, so nothing else runs beside it.
stage("start tests", () => runVitest("start", ["--project", "start"]));
stage("unit, database and API tests", () => runVitest("others", ["--project", "!start"]));
stage("browser tests", runPlaywright);

const slowest = [...seconds].sort(([, a], [, b]) => b - a).slice(0, SLOWEST);
console.log(`\nThe slowest test files of ${seconds.size}:`);
for (const [path, time] of slowest) console.log(`${time.toFixed(1).padStart(7)} s  ${path}`);
console.log(`All of it took ${sinceThen(started)}.`);
if (names.length > 0 && seconds.size === 0) {
  console.error(`No test file's path contains ${names.join(" or ")}.`);
  failed += 1;
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** Says what runs, and how long it took. */
function stage(name, work) {
  console.log(`== ${name}`);
  const began = performance.now();
  const told = () => console.log(`== ${name}: ${sinceThen(began)}`);
  const result = work();
  if (!(result instanceof Promise)) return told();
  return result.then(told);
}

/** Of the projects that are selected. */
function runVitest(name, selected) {
  const report = `${REPORTS}/${name}.json`;
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const status = run("vitest", ["run", "--passWithNoTests", ...reporters, ...selected, ...names]);
  const result = readReport(report);
  for (const { name: path, startTime, endTime } of result?.testResults ?? [])
    seconds.set(relative(".", path), (endTime - startTime) / 1000);
  count(status, result?.numPassedTests, result?.numFailedTests, result?.numPendingTests);
}

function runPlaywright() {
  const report = `${REPORTS}/playwright.json`;
  const status = run("playwright", ["test", "--pass-with-no-tests", "--reporter=list,json", ...names], {
    ...browserVariables(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  const result = readReport(report);
  for (const { file, specs = [], suites = [] } of result?.suites ?? []) {
    const times = timesOf({ specs, suites });
    if (times.length > 0) seconds.set(`tests/e2e/${file}`, times.reduce((sum, time) => sum + time, 0) / 1000);
  }
  const { expected, unexpected, skipped } = result?.stats ?? {};
  count(status, expected, unexpected, skipped);
}

/** Milliseconds of every test below a suite of Playwright's report. */
function timesOf({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => duration)),
  );
  return [...own, ...suites.flatMap(timesOf)];
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

/** "1 min 5 s" or "12.3 s". */
function sinceThen(then) {
  const time = (performance.now() - then) / 1000;
  return time < 60 ? `${time.toFixed(1)} s` : `${Math.floor(time / 60)} min ${Math.round(time % 60)} s`;
}
