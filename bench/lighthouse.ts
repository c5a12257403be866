/**
 * How good are the pages on a slow phone? Lighthouse's mobile preset on the demo club with Chromium and an empty cache each
 * time; the median run of five counts. Target: performance at least 95, the other three 100.
 * The machine serves and measures, so run nothing else meanwhile. --save appends to bench/results/lighthouse.md.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { openClub } from "../tests/e2e/support/club.ts";
import { measurePages, type PageReport } from "../tests/e2e/support/measure-page.ts";
import { record } from "./record.ts";

const RUNS = 5;
const PAGES = [
  ["visitor", ["/"]],
  ["player", ["/", "/matches", "/leaderboard"]],
] as const;

await promisify(execFile)(process.execPath, ["tools/build.mjs"]);
const club = await openClub({ demo: true });
try {
  for (const [who, paths] of PAGES) {
    const runs: PageReport[][] = [];
    for (let run = 0; run < RUNS; run++) runs.push(await measurePages(club.url, who, paths));
    for (const [at, path] of paths.entries())
      report(
        who,
        path,
        runs.map((pages) => pages[at]),
      );
  }
} finally {
  await club.stop();
}

function report(who: string, path: string, runs: readonly (PageReport | undefined)[]): void {
  const sorted = runs
    .filter((run) => run !== undefined)
    .sort((one, other) => one.scores.performance - other.scores.performance);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) return;
  const { scores, figures, pace } = middle;
  const ms = (value: number) => `${Math.round(value)} ms`;
  record(
    "lighthouse",
    `${who} on ${path}: performance ${scores.performance} (of ${sorted.map((run) => run.scores.performance).join(", ")}), accessibility ${scores.accessibility}, best practices ${scores["best-practices"]}, SEO ${scores.seo}; FCP ${ms(figures.fcp)}, LCP ${ms(figures.lcp)}, TBT ${ms(figures.tbt)}, CLS ${figures.cls.toFixed(3)}; machine ${Math.round(pace)}`,
  );
  if (middle.failed.length > 0) console.log(`  lost points: ${middle.failed.join("; ")}`);
}
