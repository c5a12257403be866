/** Prints the figures of a bench and judges its aims; --save also appends the lines to bench/results with the day and the machine. */
import { appendFileSync, mkdirSync } from "node:fs";
import { cpus } from "node:os";
import { AIMS, type Aim, asked, type Bench, isMet } from "./aims.ts";

/** The aims that a bench has not judged yet. */
const due = new Map<Bench, Set<string>>();

export function record(bench: Bench, line: string): void {
  if (!due.has(bench)) due.set(bench, new Set(Object.keys(AIMS[bench])));
  console.log(line);
  if (!process.argv.includes("--save")) return;
  const day = new Date().toISOString().slice(0, 10);
  mkdirSync("bench/results", { recursive: true });
  appendFileSync(`bench/results/${bench}.md`, `- ${day}, ${cpus().length} x ${cpus()[0]?.model}: ${line}\n`);
}

/**
 * Prints whether the bench meets one of its aims; if not, the process exits with 1. The median of several rounds decides. `of` names
 * the case, if there are several.
 */
export function judge<Name extends Bench>(
  bench: Name,
  name: keyof (typeof AIMS)[Name] & string,
  rounds: number | readonly number[],
  of = "",
): void {
  const aim = (AIMS[bench] as Readonly<Record<string, Aim>>)[name];
  if (!aim) throw new Error(`${bench} has no aim ${name}`);
  const values = typeof rounds === "number" ? [rounds] : rounds;
  const middle = median(values);
  const spread =
    values.length > 1
      ? ` (${figure(Math.min(...values))} to ${figure(Math.max(...values))} in ${values.length} rounds)`
      : "";
  const verdict = isMet(aim, middle) ? "met" : "MISSED";
  record(bench, `  ${of && `${of}: `}${aim.what}: ${figure(middle)}${spread}, aim ${asked(aim)}: ${verdict}`);
  due.get(bench)?.delete(name);
  if (verdict !== "met") process.exitCode = 1;
}

function figure(value: number): string {
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

process.on("exit", () => {
  if (process.argv.includes("--parts")) return;
  for (const [bench, names] of due)
    for (const name of names) {
      console.log(`  ${bench}: the aim "${name}" was not measured`);
      process.exitCode = 1;
    }
});
