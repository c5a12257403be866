/** What every screen keeps to: no axe finding, no sideways scroll in any width or text size. */
import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

/**
 * Checks the screen as it stands: its layout on a phone and a desktop, and every rule of axe once in each theme, light on
 * the phone and dark on the desktop.
 */
export async function isSound(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 900 });
  await isAccessible(page, "light", `${name} at 390 px`);
  await fits(page, `${name} at 390 px`);
  for (const [width, text] of [
    [360, 100],
    [390, 200],
    [768, 100],
    [1440, 200],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((percent) => {
      document.documentElement.style.fontSize = `${percent}%`;
    }, text);
    await fits(page, `${name} at ${width} px with ${text} % text`);
  }
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
  await page.setViewportSize({ width: 1440, height: 900 });
  await isAccessible(page, "dark", `${name} at 1440 px`);
  await fits(page, `${name} at 1440 px`);
}

async function isAccessible(page: Page, colorScheme: "light" | "dark", where: string): Promise<void> {
  await page.emulateMedia({ colorScheme });
  expect(await axeFindings(page), `${where}, ${colorScheme}`).toEqual([]);
}

/** The rules that the screen breaks as it stands, each with the first element that does. */
export async function axeFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  // Only findings are worked out in detail.
  const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

async function fits(page: Page, where: string): Promise<void> {
  // What hangs on a button is put into its new place a frame after the page has its new size.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), {
      message: `${where} scrolls sideways`,
    })
    .toBeLessThanOrEqual(0);
}
