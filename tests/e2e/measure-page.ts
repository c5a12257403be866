/** Lighthouse over pages of a club, as its mobile preset sees them: a slow phone on a slow network. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import lighthouse from "lighthouse";
import config from "../../playwright.config.ts";
import { freePort } from "../../tools/host/spawn-host.ts";

export interface PageReport {
  path: string;
  /** 0 to 100. */
  scores: Record<"performance" | "accessibility" | "best-practices" | "seo", number>;
  /** Milliseconds, and for the layout shift its score. */
  figures: { fcp: number; lcp: number; tbt: number; cls: number };
  /** What cost points, in Lighthouse's own names. */
  failed: string[];
}

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

/**
 * Measures each path in a browser that has just started and has nothing of the club but the session: as a visitor or as one
 * of the demo's two. A browser that goes on would count what it tidies up of the page before.
 */
export async function measurePages(
  url: string,
  who: "visitor" | "player" | "organiser",
  paths: readonly string[],
): Promise<PageReport[]> {
  const profile = mkdtempSync(join(tmpdir(), "scoreline-lighthouse-"));
  try {
    if (who !== "visitor")
      await inBrowser(profile, async (page) => {
        await page.goto(`${url}/auth`);
        await page.getByRole("button", { name: `Demo ${who}` }).click();
        await page.getByText("Welcome back!").waitFor();
        await page.goto("about:blank");
      });
    const reports: PageReport[] = [];
    for (const path of paths)
      await inBrowser(profile, async (page, port) => {
        const devtools = await page.context().newCDPSession(page);
        await devtools.send("Network.clearBrowserCache");
        await devtools.send("Storage.clearDataForOrigin", {
          origin: url,
          storageTypes: "service_workers,cache_storage",
        });
        reports.push(await measure(url, path, port));
      });
    return reports;
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
}

async function inBrowser(profile: string, work: (page: Page, port: number) => Promise<void>): Promise<void> {
  const port = await freePort();
  const launch = config.use?.launchOptions;
  const browser = await chromium.launchPersistentContext(profile, {
    ...launch,
    args: [...(launch?.args ?? []), `--remote-debugging-port=${port}`],
  });
  try {
    await work(browser.pages()[0] ?? (await browser.newPage()), port);
  } finally {
    await browser.close();
  }
}

async function measure(url: string, path: string, port: number): Promise<PageReport> {
  // The session must stay; the rest was emptied by hand.
  const run = await lighthouse(url + path, {
    port,
    output: "json",
    logLevel: "silent",
    onlyCategories: [...CATEGORIES],
    disableStorageReset: true,
  });
  if (!run) throw new Error(`Lighthouse gave no report of ${path}`);
  const { categories, audits } = run.lhr;
  const numeric = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
  return {
    path,
    scores: {
      performance: score("performance"),
      accessibility: score("accessibility"),
      "best-practices": score("best-practices"),
      seo: score("seo"),
    },
    figures: {
      fcp: numeric("first-contentful-paint"),
      lcp: numeric("largest-contentful-paint"),
      tbt: numeric("total-blocking-time"),
      cls: numeric("cumulative-layout-shift"),
    },
    failed: Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ""}`.trim()),
    ),
  };
}
