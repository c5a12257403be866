/**
 * npm run mutants [-- NAME ...] [--list]: plants one fault at a time in a copy of the project and expects the test that
 * is named beside the fault to fail. NAME is a part of a fault's name, file or subject. Exits 1 when a test misses its
 * fault or cannot run.
 */
import { parseArgs } from "node:util";
import { type Copy, copyProject } from "./copy.ts";
import type { Fault } from "./fault.ts";
import { FAULTS } from "./faults/faults.ts";
import { endTests, isPgtap, type Outcome, runsTheBuild, runTests } from "./run-tests.ts";

interface Planned extends Fault {
  subject: string;
}
interface Verdict extends Planned {
  /** `no verdict`: no test failed, and not all of them could run. */
  verdict: "caught" | "MISSED" | "no verdict";
  seconds: number;
}

const { values, positionals } = parseArgs({ options: { list: { type: "boolean" } }, allowPositionals: true });
const chosen: Planned[] = Object.entries(FAULTS)
  .flatMap(([subject, faults]) => faults.map((fault) => ({ subject, ...fault })))
  .filter(
    ({ subject, name, file }) =>
      positionals.length === 0 || positionals.some((part) => `${subject}\n${name}\n${file}`.includes(part)),
  );
if (chosen.length === 0) {
  console.error(`No fault has ${positionals.join(" or ")} in its name, file or subject.`);
  process.exit(1);
}
if (values.list) {
  for (const { subject, name, caughtBy } of chosen) console.log(`${subject}: ${name} (${caughtBy})`);
  process.exit(0);
}

const copy = copyProject();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    endTests();
    copy.remove();
    process.exit(1);
  });
}
try {
  process.exitCode = (await testsPassWithoutFaults(copy)) && report(await plantAll(copy)) ? 0 : 1;
} finally {
  copy.remove();
}

/** A test that fails without a fault would catch everything. */
async function testsPassWithoutFaults({ folder, buildAll }: Copy): Promise<boolean> {
  const began = performance.now();
  if (chosen.some(runsTheBuild)) buildAll();
  const outcome = await runTests(folder, chosen, { stopAtFirstFailure: false });
  const ran = (fault: Fault): boolean =>
    outcome.files.has(isPgtap(fault) ? "tests/database/database.test.ts" : fault.caughtBy);
  const problems = [
    ...outcome.failures,
    ...(outcome.broken ? [outcome.broken] : []),
    ...new Set(chosen.filter((fault) => !ran(fault)).map(({ caughtBy }) => `${caughtBy} ran no test`)),
  ];
  for (const problem of problems) console.error(`without a fault: ${problem}`);
  console.log(`without a fault: ${outcome.passed} tests pass (${secondsSince(began).toFixed(1)} s)`);
  return problems.length === 0;
}

async function plantAll({ folder, plant, restore }: Copy): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const fault of chosen) {
    const began = performance.now();
    let outcome: Outcome;
    try {
      plant(fault, { build: runsTheBuild(fault) });
      outcome = await runTests(folder, [fault], { stopAtFirstFailure: true });
    } catch (error) {
      outcome = { passed: 0, failures: [], broken: String(error), files: new Set() };
    } finally {
      restore();
    }
    const verdict = verdictOf(outcome);
    const seconds = secondsSince(began);
    verdicts.push({ ...fault, verdict, seconds });
    const why = verdict === "caught" ? outcome.failures[0] : (outcome.broken ?? fault.caughtBy);
    console.log(`${verdict.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s  ${fault.name}\n    ${why}`);
  }
  return verdicts;
}

function verdictOf({ passed, failures, broken }: Outcome): Verdict["verdict"] {
  if (failures.length > 0) return "caught";
  return broken === null && passed > 0 ? "MISSED" : "no verdict";
}

/** Prints the table; true when every fault was caught. */
function report(verdicts: readonly Verdict[]): boolean {
  const rows = verdicts.toSorted((a, b) => a.subject.localeCompare(b.subject));
  const width = Math.max(...rows.map(({ subject }) => subject.length));
  console.log();
  for (const { subject, verdict, seconds, name } of rows)
    console.log(
      `${subject.padEnd(width)}  ${verdict.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s  ${name}`,
    );
  const count = (wanted: Verdict["verdict"]): number =>
    rows.filter(({ verdict }) => verdict === wanted).length;
  console.log(
    `${count("caught")} caught, ${count("MISSED")} missed, ${count("no verdict")} without a verdict`,
  );
  return count("caught") === rows.length;
}

function secondsSince(then: number): number {
  return (performance.now() - then) / 1000;
}
