/** What every screen keeps to: no axe finding in light and dark, no sideways scroll in any width or text size. */
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Checks the screen as it stands, on a phone and on a desktop. */
export async function isSound(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 900 });
  await isSoundInBothThemes(page, `${name} at 390 px`);
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
  await isSoundInBothThemes(page, `${name} at 1440 px`);
  await fits(page, `${name} at 1440 px`);
}

async function isSoundInBothThemes(page: Page, where: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const axe = new AxeBuilder({ page });
    // What is dark differs in its colours alone.
    if (colorScheme === "dark") axe.withRules("color-contrast");
    const { violations } = await axe.analyze();
    expect(violations.map(({ id, nodes }) => `${where}, ${colorScheme}: ${id}: ${nodes[0]?.html}`)).toEqual(
      [],
    );
  }
}

async function fits(page: Page, where: string): Promise<void> {
  // What hangs on a button is put into its new place a frame after the page has its new size.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), {
      message: `${where} scrolls sideways`,
    })
    .toBeLessThanOrEqual(0);
}
