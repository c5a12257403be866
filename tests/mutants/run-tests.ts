/** Runs test files in a copy of the project and reads the reports of Vitest and Playwright. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Fault } from "./fault.ts";

export interface Outcome {
  passed: number;
  /** Titles of the tests that failed, with the first line of each reason. */
  failures: readonly string[];
  /** Why a file ran no test, or the run ended without a report. */
  broken: string | null;
  /** Files of the report with at least one test that ran, relative to the project. */
  files: ReadonlySet<string>;
}

type Test = Pick<Fault, "caughtBy" | "test">;

const PGTAP_RUNNER = "tests/database/database.test.ts";
/** A run that takes longer has been broken by its fault. */
const LIMIT_MS = 10 * 60_000;

const running = new Set<ChildProcess>();

/** Asks the tests that run to end. */
export function endTests(): void {
  for (const { pid } of running) if (pid) process.kill(-pid, "SIGTERM");
}

export const isPgtap = ({ caughtBy }: Test): boolean => caughtBy.endsWith(".test.sql");
export const isBrowserTest = ({ caughtBy }: Test): boolean => caughtBy.endsWith(".spec.ts");

/** Whether the test starts what is in build/. */
export function runsTheBuild(test: Test): boolean {
  return isBrowserTest(test) || /^tests\/(api|start)\//.test(test.caughtBy);
}

/** Runs these tests, in as few runs as their title filters allow. */
export async function runTests(
  folder: string,
  tests: readonly Test[],
  options: { stopAtFirstFailure: boolean },
): Promise<Outcome> {
  const whole = new Set(tests.filter(({ test }) => test === undefined).map(({ caughtBy }) => caughtBy));
  const outcomes: Outcome[] = [];
  for (const [run, chosen] of [
    [runPlaywright, tests.filter(isBrowserTest)],
    [runVitest, tests.filter((test) => !isBrowserTest(test))],
  ] as const) {
    const unfiltered = chosen.filter((test) => whole.has(test.caughtBy) && !isPgtap(test));
    const filtered = chosen.filter((test) => !whole.has(test.caughtBy) || isPgtap(test));
    for (const group of [unfiltered, filtered]) {
      if (group.length > 0) outcomes.push(await run(folder, group, group === filtered, options));
    }
  }
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
    broken: outcomes.find(({ broken }) => broken)?.broken ?? null,
    files: new Set(outcomes.flatMap(({ files }) => [...files])),
  };
}

interface VitestReport {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

async function runVitest(
  folder: string,
  tests: readonly Test[],
  isFiltered: boolean,
  { stopAtFirstFailure }: { stopAtFirstFailure: boolean },
): Promise<Outcome> {
  const report = join(folder, "vitest-report.json");
  const files = new Set(tests.map((test) => (isPgtap(test) ? PGTAP_RUNNER : test.caughtBy)));
  const args = ["run", ...files, "--no-file-parallelism", "--reporter=json", `--outputFile=${report}`];
  if (isFiltered) args.push("-t", tests.map(titlePattern).join("|"));
  if (stopAtFirstFailure) args.push("--bail=1");
  const complaint = await run(folder, "vitest", args, report);
  const result = readReport<VitestReport>(report);
  if (!result) return nothing(complaint);
  const all = result.testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = all.filter(({ status }) => status === "failed");
  const broken = result.testResults.find(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  return {
    passed: all.filter(({ status }) => status === "passed").length,
    failures: failed.map(({ fullName, failureMessages }) => `${fullName}: ${firstLine(failureMessages[0])}`),
    broken: broken ? firstLine(broken.message) || `${broken.name} failed without a failed test` : null,
    files: new Set(
      result.testResults
        .filter(({ assertionResults }) => assertionResults.some(({ status }) => /passed|failed/.test(status)))
        .map(({ name }) => name.slice(name.indexOf(folder) + folder.length + 1)),
    ),
  };
}

interface PlaywrightSuite {
  specs?: { title: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[];
  suites?: PlaywrightSuite[];
}
interface PlaywrightReport {
  suites: (PlaywrightSuite & { file: string })[];
  errors: { message?: string }[];
  stats: { expected: number };
}

async function runPlaywright(
  folder: string,
  tests: readonly Test[],
  isFiltered: boolean,
  { stopAtFirstFailure }: { stopAtFirstFailure: boolean },
): Promise<Outcome> {
  const report = join(folder, "playwright-report.json");
  const files = new Set(tests.map(({ caughtBy }) => caughtBy));
  const args = ["test", ...files, "--workers=1", "--reporter=json"];
  if (isFiltered) args.push("-g", tests.map(titlePattern).join("|"));
  if (stopAtFirstFailure) args.push("-x");
  const complaint = await run(folder, "playwright", args, report);
  const result = readReport<PlaywrightReport>(report);
  if (!result) return nothing(complaint);
  const specs = result.suites.flatMap((suite) =>
    specsOf(suite).map((spec) => ({ ...spec, file: suite.file })),
  );
  const failed = specs.filter((spec) => spec.tests.some(({ status }) => status === "unexpected"));
  return {
    passed: result.stats.expected,
    failures: failed.map(
      ({ title, tests }) => `${title}: ${firstLine(tests[0]?.results.at(-1)?.error?.message)}`,
    ),
    broken: failed.length === 0 && result.errors[0] ? firstLine(result.errors[0].message) : null,
    files: new Set(
      specs
        .filter((spec) => spec.tests.some(({ status }) => status !== "skipped"))
        .map(({ file }) => `tests/e2e/${file}`),
    ),
  };
}

function specsOf({ specs = [], suites = [] }: PlaywrightSuite): NonNullable<PlaywrightSuite["specs"]> {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** A regular expression for the titles of a test. */
function titlePattern(test: Test): string {
  if (isPgtap(test)) {
    const file = test.caughtBy.replace(/^supabase\/tests\//, "");
    return `^on the embedded PostgreSQL ${escaped(file)}$`;
  }
  return escaped(test.test ?? "");
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** The end of what the program printed. */
async function run(
  folder: string,
  program: string,
  args: readonly string[],
  report: string,
): Promise<string> {
  rmSync(report, { force: true });
  const { TEST_DATABASES: _, ...env } = process.env;
  const child = spawn(join(folder, "node_modules/.bin", program), args, {
    cwd: folder,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true, // a separate process group, which can be ended as a whole
  });
  running.add(child);
  let printed = "";
  const keep = (chunk: Buffer): void => {
    printed = (printed + chunk.toString()).slice(-4000);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const timer = setTimeout(() => child.pid && process.kill(-child.pid, "SIGTERM"), LIMIT_MS);
  try {
    await once(child, "exit");
  } finally {
    clearTimeout(timer);
    running.delete(child);
  }
  return printed;
}

function readReport<T>(path: string): T | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as T) : null;
}

function nothing(printed: string): Outcome {
  const why = printed.trim() || "nothing was printed";
  return { passed: 0, failures: [], broken: `The run wrote no report: ${why}`, files: new Set() };
}

/** Without the colours of a terminal. */
function firstLine(text = ""): string {
  const [line = ""] = text.split("\n");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences of colours begin with one
  return line.replaceAll(/\u001b\[[0-9;]*m/g, "").slice(0, 200);
}
