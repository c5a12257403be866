/**
 * npm run bench [-- NAME ...] [--save] [--large] [--parts]: every bench one after another, or the named ones. Names those that missed
 * an aim or failed at the end, and exits with 1 if there are any.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { AIMS } from "./aims.ts";

const benches = Object.keys(AIMS);
const named = benches.filter((name) => process.argv.includes(name));
const flags = process.argv.filter((word) => ["--save", "--large", "--parts"].includes(word));
// What benches share. The user of PostgreSQL must be able to enter it.
const BENCH_FOLDER = mkdtempSync(join(tmpdir(), "scoreline-benches-"));
chmodSync(BENCH_FOLDER, 0o711);
const seconds = () => Math.round(performance.now() / 1000);
const missed: string[] = [];
try {
  for (const name of named.length > 0 ? named : benches) {
    const started = seconds();
    console.log(`== ${name}, with a load of ${loadavg()[0]?.toFixed(1)}`);
    const done = spawnSync(process.execPath, ["--import", "tsx", `bench/${name}.ts`, ...flags], {
      stdio: "inherit",
      env: { ...process.env, BENCH_FOLDER },
    });
    console.log(`   ${seconds() - started} s`);
    if (done.status !== 0) missed.push(name);
  }
} finally {
  rmSync(BENCH_FOLDER, { recursive: true, force: true });
}
console.log(
  `${missed.length === 0 ? "All aims are met" : `Missed an aim or failed: ${missed.join(", ")}`}. ${seconds()} s.`,
);
process.exitCode = missed.length === 0 ? 0 : 1;
