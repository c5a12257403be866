/** The service worker of a page. A page that was being loaded while it became active stays without it until its next load. */
import type { Page } from "@playwright/test";

/** Registers the worker, as the page itself does when it is idle, and lets it cache all pages at once. */
export async function installWorker(page: Page, isMember = true): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.register("/service-worker.js"));
  await workerIsActive(page);
  await cacheTheRest(page, isMember);
}

/** Resolves when the worker answers the next load, whoever registers it. */
export async function workerIsActive(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active?.state === "activating")
      await new Promise((changed) => active.addEventListener("statechange", changed, { once: true }));
  });
}

/** Lets the active worker cache all pages. The page itself asks for it after some seconds. */
export async function cacheTheRest(page: Page, isMember = true): Promise<void> {
  await page.evaluate(async (asMember) => {
    const { active } = await navigator.serviceWorker.ready;
    await new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = done;
      active?.postMessage({ kind: "cache the rest", isMember: asMember }, [port2]);
    });
  }, isMember);
}
