/** What a browser with an empty cache loads until a page shows its content, and how much the page moves meanwhile. */
import type { Page } from "@playwright/test";
import { keepFromLiveChanges } from "./club-data.ts";

export interface FirstLoad {
  /** The paths of everything that was requested until the last placeholder was gone, the page itself first. */
  requests: string[];
  /** The transferred bytes of the scripts among them, without their headers. */
  scriptBytes: number;
  /** What moved during the load: the share of its shift, the element, and from where to where. */
  moved: string[];
}

declare global {
  var lastPlaceholderAt: number;
  var moved: string[];
}

/**
 * Opens a path in a new context, whose cache is empty. `shown` resolves when the page shows all its content. A busy machine
 * must not load more than a fast one, so the page's limit of ten seconds for its placeholders does not apply, and the page
 * does not become live, when it would read its data again.
 */
export async function firstLoad(
  page: Page,
  path: string,
  shown: (page: Page) => Promise<unknown>,
): Promise<FirstLoad> {
  await keepFromLiveChanges(page);
  await page.addInitScript(() => {
    const setTimer = window.setTimeout;
    window.setTimeout = ((run: () => void, ms = 0, ...given: unknown[]) =>
      setTimer(run, ms === 10_000 ? 2 ** 31 - 1 : ms, ...given)) as typeof window.setTimeout;
    window.lastPlaceholderAt = 0;
    window.moved = [];
    let isLoading = true;
    new MutationObserver(() => {
      const wasLoading = isLoading;
      isLoading = document.querySelector("#main") === null || document.querySelector(".skeleton") !== null;
      if (wasLoading && !isLoading) window.lastPlaceholderAt = performance.now();
    }).observe(document, { childList: true, subtree: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & {
          value: number;
          sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
        };
        const rect = ({ left, top, width, height }: DOMRectReadOnly) => `${left},${top} ${width}x${height}`;
        for (const { node, previousRect, currentRect } of sources)
          window.moved.push(
            `${value.toFixed(4)} ${node?.nodeName} "${node?.textContent?.slice(0, 60)}": ${rect(previousRect)} to ${rect(currentRect)}`,
          );
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(path);
  await shown(page);
  await page.waitForFunction(() => document.querySelector(".skeleton") === null);
  return page.evaluate(() => {
    const files = performance
      .getEntriesByType("resource")
      .filter((entry) => entry.startTime <= window.lastPlaceholderAt) as PerformanceResourceTiming[];
    const isScript = (name: string) => new URL(name).pathname.endsWith(".js");
    return {
      requests: [window.location.pathname, ...files.map(({ name }) => new URL(name).pathname)],
      scriptBytes: files
        .filter(({ name }) => isScript(name))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      moved: window.moved,
    };
  });
}
