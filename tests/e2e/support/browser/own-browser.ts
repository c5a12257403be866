/** A browser process of a test. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { chromium } from "@playwright/test";
import config from "../../../../playwright.config.ts";
import { freePort } from "../../../../tools/host/spawn-host.ts";

/** Playwright's options: headless, no first-run pages, nothing in the background. */
const QUIET = [
  "--headless",
  "--no-first-run",
  "--no-default-browser-check",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-extensions",
  "--disable-sync",
  "--password-store=basic",
  "--use-mock-keychain",
];

export interface OwnBrowser {
  port: number;
  /** Resolves when it has ended. */
  gone: Promise<unknown>;
  /** Kills it. */
  stop: () => Promise<void>;
}

/**
 * Starts a browser that no Playwright client controls: for Lighthouse, whose page another client would add work to, and for
 * tests that kill it. `profile`: its folder.
 */
export async function startBrowser(profile: string): Promise<OwnBrowser> {
  const port = await freePort();
  const { executablePath, args = [] } = config.use?.launchOptions ?? {};
  const browser = spawn(
    executablePath ?? chromium.executablePath(),
    [...QUIET, ...args, `--user-data-dir=${profile}`, `--remote-debugging-port=${port}`, "about:blank"],
    { stdio: ["ignore", "ignore", "pipe"], detached: true },
  );
  const gone = once(browser, "exit");
  for await (const line of createInterface({ input: browser.stderr }))
    if (line.startsWith("DevTools listening on ")) break;
  return {
    port,
    gone,
    // Includes its child processes, which would keep writing into the profile.
    stop: async () => {
      if (browser.pid !== undefined && browser.exitCode === null && browser.signalCode === null)
        process.kill(-browser.pid, "SIGKILL");
      await gone;
    },
  };
}
