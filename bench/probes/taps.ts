/** Milliseconds from a tap to the frame that shows its effect, on a processor that is four times slower. */
import type { Browser, BrowserContextOptions, Locator, Page } from "@playwright/test";

const SLOWDOWN = 4;

export interface TapTimes {
  /** A link to another page, until the title of that page is painted. */
  route: number;
  /** The + of a score, until its number is painted. */
  plus: number;
}

/** Opens `/` in a new context, follows the link to Matches and taps the first +. */
export async function measureTaps(
  browser: Browser,
  url: string,
  link: (page: Page) => Locator,
  options: BrowserContextOptions = {},
): Promise<TapTimes> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options });
  try {
    const page = await context.newPage();
    await page.goto(url);
    // The code of Matches is preloaded by then.
    await page.waitForLoadState("networkidle");
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
    const route = await timeOf(page, link(page), "document.querySelector('h1')?.textContent === 'Matches'");
    await page.waitForLoadState("networkidle");
    const plus = page.getByRole("button", { name: /: one more$/ }).first();
    const team = (await plus.getAttribute("aria-label"))?.replace(/: one more$/, "") ?? "";
    const field = `document.querySelector(${JSON.stringify(`input[aria-label="${team} score"]`)})?.value`;
    const before = await page.evaluate(field);
    return { route, plus: await timeOf(page, plus, `${field} !== ${JSON.stringify(before)}`) };
  } finally {
    await context.close();
  }
}

/** `isShown`: an expression that is true when the page contains the effect. */
async function timeOf(page: Page, target: Locator, isShown: string): Promise<number> {
  await target.scrollIntoViewIfNeeded();
  const time = page.evaluate(`new Promise((resolve) => {
    addEventListener("click", ({ timeStamp }) => {
      const look = () => {
        if (!(${isShown})) return requestAnimationFrame(look);
        // The next task runs after the frame with the effect is painted.
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve(performance.now() - timeStamp);
        channel.port2.postMessage(null);
      };
      requestAnimationFrame(look);
    }, { capture: true, once: true });
  })`);
  await target.click();
  return (await time) as number;
}
