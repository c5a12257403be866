import { defineConfig } from "@playwright/test";

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

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/e2e/global-setup.ts",
  outputDir: "build/reports/browser",
  // A limit is for what hangs, not for what is slow: two browsers and two hosts share two cores here.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  // Each file has a club of its own.
  workers: 2,
  // The longest file begins first: at the end it would keep one worker busy and the other waiting.
  projects: [
    { name: "screens", testMatch: "screens.spec.ts" },
    { name: "acts", testIgnore: ["screens.spec.ts", "push.spec.ts"] },
    {
      // The headless shell has no push messages.
      name: "push",
      testMatch: "push.spec.ts",
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
    // A trace of every test would cost a third of the run: `npx playwright test FILE --trace on` makes one.
    screenshot: "only-on-failure",
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    launchOptions,
  },
});
