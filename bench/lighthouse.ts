/**
 * How good are the pages on a slow phone? Lighthouse's mobile preset on the demo club with Chromium and an empty cache each
 * time; the median run of five counts. Targets: performance at least 95, the other three 100; blocking time at most 1.5
 * times that of a page with the same libraries (`baseline/page`), which is measured in turns; a change of page painted
 * within 100 ms and a tap on + within 50 ms at a slowdown of 4, printed with the same taps on that page.
 * The machine serves and measures, so run nothing else meanwhile. --save appends to bench/results/lighthouse.md.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { chromium, type Page } from "@playwright/test";
import config from "../playwright.config.ts";
import { openClub } from "../tests/e2e/support/club.ts";
import { measurePages, type PageReport } from "../tests/e2e/support/measure-page.ts";
import { signInToDemo } from "../tests/e2e/support/user-actions.ts";
import { openFloorPage } from "./baseline/floor-page.ts";
import { measureTaps, type TapTimes } from "./probes/taps.ts";
import { record } from "./record.ts";

const RUNS = 5;
const PAGES = [
  ["visitor", ["/"]],
  ["player", ["/", "/matches", "/leaderboard"]],
] as const;

await promisify(execFile)(process.execPath, ["tools/build.mjs"]);
const club = await openClub({ demo: true });
const floor = await openFloorPage();
try {
  for (const [who, paths] of PAGES) {
    const runs: PageReport[][] = [];
    const floors: PageReport[] = [];
    for (let run = 0; run < RUNS; run++) {
      runs.push(await measurePages(club.url, who, paths));
      floors.push(...(await measurePages(floor.url, "visitor", ["/"])));
    }
    const least = median(floors.map(({ figures }) => figures.tbt));
    for (const [at, path] of paths.entries())
      report(
        who,
        path,
        runs.flatMap((pages) => pages[at] ?? []),
        least,
      );
  }
  await reportTaps();
} finally {
  floor.stop();
  await club.stop();
}

function report(who: string, path: string, runs: readonly PageReport[], least: number): void {
  const sorted = runs.toSorted((one, other) => one.scores.performance - other.scores.performance);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) return;
  const { scores, figures, pace } = middle;
  const blocked = median(runs.map((run) => run.figures.tbt));
  record(
    "lighthouse",
    `${who} on ${path}: performance ${scores.performance} (of ${sorted.map((run) => run.scores.performance).join(", ")}), accessibility ${scores.accessibility}, best practices ${scores["best-practices"]}, SEO ${scores.seo}; FCP ${ms(figures.fcp)}, LCP ${ms(figures.lcp)}, TBT ${ms(blocked)}, ${times(blocked, least)} the floor's ${ms(least)}, CLS ${figures.cls.toFixed(3)}; machine ${Math.round(pace)}`,
  );
  if (middle.failed.length > 0) console.log(`  lost points: ${middle.failed.join("; ")}`);
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
    for (let run = 0; run < RUNS; run++) {
      product.push(await measureTaps(browser, club.url, toMatches, { storageState }));
      floors.push(
        await measureTaps(browser, floor.url, (opened) => opened.getByRole("link", { name: "Other page" })),
      );
    }
    for (const [tap, title] of [
      ["route", "Home to Matches"],
      ["plus", "a tap on +"],
    ] as const) {
      const taken = median(product.map((run) => run[tap]));
      const least = median(floors.map((run) => run[tap]));
      record(
        "lighthouse",
        `${title} at a slowdown of 4: ${ms(taken)}, ${times(taken, least)} the floor's ${ms(least)}`,
      );
    }
  } finally {
    await browser.close();
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}

function times(value: number, least: number): string {
  return least > 0 ? `${(value / least).toFixed(2)} times` : "beside";
}
