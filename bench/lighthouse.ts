/**
 * How good are the pages on a slow phone? Lighthouse's mobile preset on the demo club with Chromium and an empty cache each
 * time; the median run of three counts. The blocking time is compared with that of a page with the same libraries
 * (`baseline/page`), which is measured in turns. Then a change of page and a tap on + until they are painted, at a slowdown of 4,
 * printed with the same taps on that page, and the JavaScript of the build that Home needs.
 * The machine serves and measures, so run nothing else meanwhile. --save appends to bench/results/lighthouse.md.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { chromium, type Page } from "@playwright/test";
import config from "../playwright.config.ts";
import { homeScripts, weigh } from "../tests/architecture/built-page.ts";
import { openClub } from "../tests/e2e/support/club.ts";
import { measurePages, type PageReport } from "../tests/e2e/support/measure-page.ts";
import { signInToDemo } from "../tests/e2e/support/user-actions.ts";
import { openFloorPage } from "./baseline/floor-page.ts";
import { measureTaps, type TapTimes } from "./probes/taps.ts";
import { judge, median, record } from "./record.ts";

const RUNS = 3;
const TAPS = 5;
/** A page that blocks less is measured as this, because a ratio to nothing says nothing. */
const LEAST_BLOCKING_MS = 1;
const PAGES = [
  ["visitor", ["/"]],
  ["player", ["/", "/matches", "/leaderboard"]],
] as const;

await promisify(execFile)(process.execPath, ["tools/build.mjs"]);
const club = await openClub({ demo: true });
const floor = await openFloorPage();
try {
  const runs = new Map<string, PageReport[]>();
  const floors: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    for (const [who, paths] of PAGES)
      for (const report of await measurePages(club.url, who, paths)) {
        const page = `${who} on ${report.path}`;
        runs.set(page, [...(runs.get(page) ?? []), report]);
      }
    const [least] = await measurePages(floor.url, "visitor", ["/"]);
    floors.push(Math.max(LEAST_BLOCKING_MS, least?.figures.tbt ?? Number.NaN));
  }
  for (const [page, reports] of runs) report(page, reports, floors);
  await reportTaps();
  const bytes = [...homeScripts()].reduce((sum, file) => sum + weigh(file), 0);
  judge("lighthouse", "usable", bytes / 1024);
} finally {
  floor.stop();
  await club.stop();
}

function report(page: string, runs: readonly PageReport[], floors: readonly number[]): void {
  const sorted = runs.toSorted((one, other) => one.scores.performance - other.scores.performance);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) return;
  const { figures, pace } = middle;
  const blocked = runs.map((run) => run.figures.tbt);
  record(
    "lighthouse",
    `${page}: FCP ${ms(figures.fcp)}, LCP ${ms(figures.lcp)}, TBT ${ms(median(blocked))}, the floor's ${ms(median(floors))}, ` +
      `CLS ${figures.cls.toFixed(3)}; machine ${Math.round(pace)}`,
  );
  if (middle.failed.length > 0) console.log(`  lost points: ${middle.failed.join("; ")}`);
  const scores = sorted.map((run) => run.scores);
  judge(
    "lighthouse",
    "performance",
    scores.map(({ performance }) => performance),
    page,
  );
  judge(
    "lighthouse",
    "others",
    scores.map(({ performance, ...others }) => Math.min(...Object.values(others))),
    page,
  );
  judge(
    "lighthouse",
    "blocking",
    blocked.map((tbt, run) => tbt / (floors[run] ?? Number.NaN)),
    page,
  );
}

async function reportTaps(): Promise<void> {
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    const page = await browser.newPage();
    await signInToDemo(page, club.url, "player");
    const storageState = await page.context().storageState();
    const product: TapTimes[] = [];
    const floors: TapTimes[] = [];
    const toMatches = (opened: Page) => opened.getByRole("link", { name: "All matches and picks" });
    for (let run = 0; run < TAPS; run++) {
      product.push(await measureTaps(browser, club.url, toMatches, { storageState }));
      floors.push(
        await measureTaps(browser, floor.url, (opened) => opened.getByRole("link", { name: "Other page" })),
      );
    }
    for (const tap of ["route", "plus"] as const) {
      const least = median(floors.map((run) => run[tap]));
      judge(
        "lighthouse",
        tap,
        product.map((run) => run[tap]),
        `${ms(least)} on the floor's page`,
      );
    }
  } finally {
    await browser.close();
  }
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}
