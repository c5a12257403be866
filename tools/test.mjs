/**
 * npm test: what a change usually breaks, from a fresh clone (tests/rings.ts). `--sweeps`: the other tests. `--all`: both.
 * `npm test -- NAME`: the test files whose path contains NAME; `--repeat NAME` runs them fifty times (tools/tests/repeat.mjs).
 * `--shuffle`: the files in a random order, whose seed is printed; `--seed` repeats it.
 * Ends with "N passed, N failed"; exits 1 when anything failed.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensureBuilt } from "./build.mjs";
import { CHECKS } from "./checks.mjs";
import { ensureInstalled } from "./install.mjs";
import { browserVariables, ensurePackages } from "./packages.mjs";
import { isRepeat, isShuffle, names, ring, seed, times } from "./tests/arguments.mjs";
import { repeat } from "./tests/repeat.mjs";

const REPORTS = "build/reports";
const SLOWEST = 10;
const LINES_OF_ERROR = 8;
let passed = 0;
/** Failed checks and tests, each with the first lines of its error. */
const failures = [];
/** Seconds of each test file, by its path. */
const seconds = new Map();

process.env.TEST_RING = ring;
if (isShuffle) {
  process.env.TEST_ORDER = String(seed);
  console.log(`The files run in the order of --seed ${seed}.`);
}
const started = performance.now();
stage("packages", () => {
  ensureInstalled({ dev: true });
  ensurePackages();
});
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });

await stage("build", ensureBuilt);
if (isRepeat) process.exit(repeat({ name: names.join(" "), times, seed }) ? 0 : 1);
// Vitest waits a third of its time for hosts, databases and clocks, in which the checks work. The browser tests would take the
// processor from it: both at the same time take longer than one after the other.
await Promise.all([
  ...(names.length === 0 ? [runChecks()] : []),
  stage("unit, database, API and start tests", runVitest),
]);
await stage("browser tests", runPlaywright);

const slowest = [...seconds].sort(([, a], [, b]) => b - a).slice(0, SLOWEST);
console.log(`\nThe slowest test files of ${seconds.size}:`);
for (const [path, time] of slowest) console.log(`${time.toFixed(1).padStart(7)} s  ${path}`);
console.log(`All of it took ${sinceThen(started)}.`);
if (seconds.size === 0)
  fail(names.length > 0 ? `No test file's path contains ${names.join(" or ")}.` : "No test ran.");
if (failures.length > 0) console.log(`\nFailed:\n${failures.join("\n")}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);

/** Prints a stage's name and duration. */
function stage(name, work) {
  console.log(`== ${name}`);
  const began = performance.now();
  const told = () => console.log(`== ${name}: ${sinceThen(began)}`);
  const result = work();
  if (!(result instanceof Promise)) return told();
  return result.then(told);
}

/** The static checks, one at a time, because the tests run at the same time. */
async function runChecks() {
  for (const { name, program, args, ring: theirs } of CHECKS) {
    if (ring !== "" && ring !== theirs) continue;
    await stage(name, async () => {
      if ((await runBeside(program, args)) === 0) passed += 1;
      else fail(name);
    });
  }
}

async function runVitest() {
  const report = `${REPORTS}/vitest.json`;
  const reporters = [
    "--reporter=./tests/numbered-files.ts",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ];
  const status = await runBeside("vitest", ["run", "--passWithNoTests", ...reporters, ...names]);
  const result = readReport(report);
  const bad = [];
  for (const {
    name,
    startTime,
    endTime,
    status: outcome,
    message,
    assertionResults,
  } of result?.testResults ?? []) {
    const path = relative(".", name);
    seconds.set(path, (endTime - startTime) / 1000);
    const tests = assertionResults.filter(({ status }) => status === "failed");
    bad.push(
      ...tests.map(
        ({ fullName, failureMessages }) => `${path} > ${fullName}${beginning(failureMessages[0])}`,
      ),
    );
    // A file that cannot be loaded, or whose set-up fails, has no failed test.
    if (outcome === "failed" && tests.length === 0)
      bad.push(`${path}: ${message.split("\n", 1)[0] || "its set-up failed"}`);
  }
  count(status, "Vitest", result?.numPassedTests, bad, result?.numPendingTests);
}

async function runPlaywright() {
  const report = `${REPORTS}/playwright.json`;
  const status = await runBeside(
    "playwright",
    ["test", "--pass-with-no-tests", "--reporter=list,json", ...names],
    {
      ...browserVariables(),
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    },
  );
  const result = readReport(report);
  const tests = testsOf(result ?? {});
  for (const { file, tests: runs } of tests) {
    const path = `tests/e2e/${file}`;
    const times = runs.flatMap(({ results }) => results.map(({ duration }) => duration / 1000));
    seconds.set(
      path,
      times.reduce((sum, time) => sum + time, seconds.get(path) ?? 0),
    );
  }
  const failed = tests.filter(({ ok }) => !ok);
  for (const test of failed) printPages(test);
  const bad = failed.map(({ file, title, tests: runs }) => {
    const errors = runs.flatMap(({ results }) => results.flatMap((result) => result.errors));
    // A test that reached its limit has two: the limit, and what it waited for.
    return `tests/e2e/${file} > ${title}${errors.map(({ message }) => beginning(message)).join("")}`;
  });
  count(status, "Playwright", result?.stats.expected, bad, result?.stats.skipped);
}

/** Prints what the pages of a failed test showed at its end. Where only the output is kept, nothing else tells it. */
function printPages({ title, tests }) {
  for (const { path } of tests.flatMap(({ results }) => results.flatMap(({ attachments }) => attachments))) {
    const page = path?.endsWith(".md") && /```yaml\n(.*?)\n```/s.exec(readFileSync(path, "utf8"))?.[1];
    if (page) console.log(`\nThe page at the end of "${title}":\n${page}`);
  }
}

/** The first lines of an error, indented, to stand below its test in the list of failures. */
function beginning(message = "") {
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.includes("node_modules"));
  return lines
    .slice(0, LINES_OF_ERROR)
    .map((line) => `\n    ${line.trim().slice(0, 300)}`)
    .join("");
}

/** All tests of a suite in Playwright's report. */
function testsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(testsOf)];
}

/** A run that failed without a failed test (a crash) also counts as a failure. */
function count(status, runner, good = 0, bad = [], skipped = 0) {
  passed += good;
  for (const line of bad) fail(line);
  if (status !== 0 && bad.length === 0) fail(`${runner} ended with ${status}.`);
  if (skipped > 0 && process.env.CI)
    fail(`${skipped} tests of ${runner} were skipped, which a full run does not accept.`);
}

function fail(line) {
  failures.push(line);
}

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

/** Runs a program while others run. Its exit status, or null if a signal ended it. */
async function runBeside(program, args, env = {}) {
  const child = spawn(`node_modules/.bin/${program}`, args, {
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  const [status] = await once(child, "exit");
  return status;
}

/** "1 min 5 s" or "12.3 s". */
function sinceThen(then) {
  const time = (performance.now() - then) / 1000;
  return time < 60 ? `${time.toFixed(1)} s` : `${Math.floor(time / 60)} min ${Math.round(time % 60)} s`;
}
