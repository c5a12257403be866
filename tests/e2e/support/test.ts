/** Playwright's `test` with the page that every test of a worker uses, emptied before each. */
import { type Page, test as playwright } from "@playwright/test";
import { SWEEP_TAG } from "../../rings.ts";
import { translateIfWanted } from "../languages/translated.ts";
import { clubAddress } from "./club.ts";
import { closeVisitorsOfTest, startTest } from "./opened-visitors.ts";
import { withPatientGoto } from "./user-actions.ts";

/** The details of a test that is a sweep: `test("…", SWEEP, …)`. */
export const SWEEP = { tag: SWEEP_TAG };

/**
 * `page`: the worker's page (`reuseContext` in playwright.config.ts) at the address of the worker's first club, without storage,
 * cookies, routes and history of earlier tests. The browser's cache of files stays: a first visit and a second device are for
 * `newVisitor`.
 */
export const test = playwright.extend<{ closing: undefined }>({
  // The fixtures of Playwright name what they need in their first parameter.
  // biome-ignore lint/correctness/noEmptyPattern: this one needs none
  baseURL: async ({}, use) => use(clubAddress()),
  page: async ({ page, baseURL }, use) => {
    await empty(page, baseURL ?? "");
    await translateIfWanted(page);
    await use(withPatientGoto(page));
  },
  closing: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      startTest();
      await use(undefined);
      await closeVisitorsOfTest();
    },
    { auto: true },
  ],
});

/** What Playwright leaves: a network that is off, permissions, the history, and the caches of answers for times without a network. */
async function empty(page: Page, origin: string): Promise<void> {
  await page.context().setOffline(false);
  await page.context().clearPermissions();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Page.resetNavigationHistory");
  await devTools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await devTools.detach();
}
