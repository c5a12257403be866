/** Runs Lighthouse's mobile preset (a slow phone on a slow network) on pages of a club. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";
import { z } from "zod";
import config from "../../../playwright.config.ts";
import { ownPackage } from "../../engines/own-packages.ts";
import { startBrowser } from "./browser/own-browser.ts";
import { signInToDemo } from "./user-actions.ts";

export interface PageReport {
  path: string;
  /** 0 to 100. */
  scores: Record<"performance" | "accessibility" | "best-practices" | "seo", number>;
  /** Milliseconds; for the layout shift its score. */
  figures: { fcp: number; lcp: number; tbt: number; cls: number };
  /** Lighthouse's benchmark index of the machine, which is needed to compare scores. */
  pace: number;
  /** Lighthouse's names of the audits that cost points. */
  failed: string[];
}

/** What is read of Lighthouse's result. Its types are not installed with the project. */
const resultSchema = z.object({
  categories: z.record(
    z.string(),
    z.object({
      score: z.number().nullable(),
      auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
    }),
  ),
  audits: z.record(
    z.string(),
    z.object({
      score: z.number().nullable(),
      scoreDisplayMode: z.string(),
      id: z.string(),
      errorMessage: z.string().optional(),
      displayValue: z.string().optional(),
      numericValue: z.number().optional(),
    }),
  ),
  environment: z.object({ benchmarkIndex: z.number() }),
});

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

/**
 * Measures each path in a new browser with nothing of the club but the session, as a visitor or as one
 * of the demo's two users. A reused browser would count the clean-up of the previous page.
 */
export async function measurePages(
  url: string,
  who: "visitor" | "player" | "admin",
  paths: readonly string[],
): Promise<PageReport[]> {
  const profile = mkdtempSync(join(tmpdir(), "scoreline-lighthouse-"));
  try {
    if (who !== "visitor") await signIn(profile, url, who);
    const reports: PageReport[] = [];
    for (const path of paths) {
      const once = () => measureAfresh(profile, url, path);
      // A trace sometimes lacks the data of a metric, which is not a fault of the page.
      reports.push(await once().catch(once));
    }
    return reports;
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

async function signIn(profile: string, url: string, who: "player" | "admin"): Promise<void> {
  const browser = await chromium.launchPersistentContext(profile, config.use?.launchOptions);
  try {
    const page = browser.pages()[0] ?? (await browser.newPage());
    await signInToDemo(page, url, who);
    await page.goto("about:blank");
  } finally {
    await browser.close();
  }
}

async function measureAfresh(profile: string, url: string, path: string): Promise<PageReport> {
  const { port, stop } = await startBrowser(profile);
  try {
    await emptyCaches(port, url);
    return await measure(url, path, port);
  } finally {
    await stop();
  }
}

async function emptyCaches(port: number, origin: string): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  try {
    const [page] = browser.contexts().flatMap((context) => context.pages());
    if (!page) throw new Error("The browser has no page");
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Network.clearBrowserCache");
    await devtools.send("Storage.clearDataForOrigin", {
      origin,
      storageTypes: "service_workers,cache_storage",
    });
  } finally {
    await browser.close();
  }
}

async function measure(url: string, path: string, port: number): Promise<PageReport> {
  const program = ownPackage("tests/lighthouse", "lighthouse/core/index.js");
  const { default: lighthouse } = await import(pathToFileURL(resolve(program)).href);
  // The session must stay; everything else was cleared before.
  const run = await lighthouse(url + path, {
    port,
    output: "json",
    logLevel: "silent",
    onlyCategories: [...CATEGORIES],
    disableStorageReset: true,
  });
  if (!run) throw new Error(`Lighthouse gave no report of ${path}`);
  const { categories, audits, environment } = resultSchema.parse(run.lhr);
  const unmeasured = Object.values(audits).find(({ scoreDisplayMode }) => scoreDisplayMode === "error");
  if (unmeasured) throw new Error(`Lighthouse, ${unmeasured.id} of ${path}: ${unmeasured.errorMessage}`);
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
    pace: environment.benchmarkIndex,
    failed: Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ""}`.trim()),
    ),
  };
}
