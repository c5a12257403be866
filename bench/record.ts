/** Prints a line of a bench; --save also appends it to bench/results with the day and the machine. */
import { appendFileSync, mkdirSync } from "node:fs";
import { cpus } from "node:os";

export function record(bench: string, line: string): void {
  console.log(line);
  if (!process.argv.includes("--save")) return;
  const day = new Date().toISOString().slice(0, 10);
  mkdirSync("bench/results", { recursive: true });
  appendFileSync(`bench/results/${bench}.md`, `- ${day}, ${cpus().length} x ${cpus()[0]?.model}: ${line}\n`);
}
