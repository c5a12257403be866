import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { inRandomOrder, isShuffled } from "./tests/random-order.ts";
import { hasFirstRing, hasSweeps, SWEEP_TAG } from "./tests/rings.ts";

const launchOptions = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
  // As root in a container there is no sandbox; and nothing but the page under test may open connections.
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

/** Playwright compares it with the path, the title and the tags of a test together. */
const SWEEPS = new RegExp(`\\.sweep\\.spec\\.ts|${SWEEP_TAG}`);
/** The tests of the ring that runs. */
const IN_RING = {
  ...(hasFirstRing ? {} : { grep: SWEEPS }),
  ...(hasSweeps ? {} : { grepInvert: SWEEPS }),
};
/** One project for each file: Playwright runs the files of a project in the order of their names, and the projects in theirs. */
const SHUFFLED = readdirSync("tests/e2e", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".spec.ts") && !file.endsWith("/push.spec.ts"))
  .sort(inRandomOrder)
  .map((file) => ({ name: file, testMatch: `**/${file}`, ...IN_RING }));
/** The longest files start first, so that no worker is left with a long file at the end. */
const LONGEST = [
  "layout-and-accessibility",
  "failed-requests",
  "lying-network",
  "double-press",
  "installed-app",
  "offline",
  "account-confirmation",
  "email-links",
  "two-organisers",
  "sign-up-and-sign-in",
  "journey",
  "groups",
  "back",
  "session",
  "match-links",
  "profile",
  "dashboard",
  "management",
  "first-club",
].map((name) => `**/${name}{,.sweep}.spec.ts`);
/** Walks through forms and pages that run again in a browser that translates the page (record 78). */
const TRANSLATED = [
  "account/sign-up-and-sign-in",
  "admin/dashboard",
  "admin/live-scores",
  "admin/management",
  "groups/groups",
  "languages/languages",
  "languages/screens.sweep",
  "leaderboards/doubles.sweep",
  "leaderboards/leaderboard",
  "leaderboards/season-questions.sweep",
  "player/home",
  "player/live-changes.sweep",
  "player/message-choices.sweep",
  "player/notifications",
  "player/offline",
  "player/predicting",
  "player/profile",
].map((path) => `**/${path}.spec.ts`);
/** The headless shell does not support push messages. */
const PUSH = "**/push.spec.ts";

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/e2e/support/global-setup.ts",
  outputDir: "build/reports/browser",
  // A limit is for what hangs, not for what is slow: the tests share the processor with their browsers and hosts.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  // Each file has a club of its own, and waits half of its time.
  workers: 2 * availableParallelism(),
  projects: [
    ...(isShuffled
      ? SHUFFLED
      : [
          { name: "longest", testMatch: LONGEST, ...IN_RING },
          { name: "others", testIgnore: [...LONGEST, PUSH], ...IN_RING },
        ]),
    // They are named like those of the first ring, so `npx playwright test FILE` alone does not run them twice.
    {
      name: "translated",
      testMatch: process.env.TEST_RING === "sweeps" ? TRANSLATED : [],
      // Rows that lose and regain their texts change their heights, which moves a virtual list while a test scrolls it.
      grepInvert: /a long leaderboard renders few rows/,
    },
    {
      name: "push",
      testMatch: PUSH,
      ...IN_RING,
      use: {
        launchOptions: {
          ...launchOptions,
          executablePath: process.env.CHROMIUM_WITH_PUSH ?? "/usr/bin/chromium",
        },
      },
    },
  ],
  reporter: "list",
  use: {
    viewport: { width: 390, height: 844 },
    // Loading a page takes three times the processor's time in a new context. tests/e2e/support/test.ts has what it needs.
    reuseContext: true,
    // A trace of every test would cost a third of the run: `npx playwright test FILE --trace on` makes one.
    screenshot: "only-on-failure",
    contextOptions: { reducedMotion: "reduce" },
    // A worker takes over a page at some moment after its first load, and Playwright then misses requests that it should route or
    // report. Files that test the worker allow it.
    serviceWorkers: "block",
    actionTimeout: 60_000,
    navigationTimeout: 120_000,
    launchOptions,
  },
});
