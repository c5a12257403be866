/** Checks for every screen: no axe violation, and no horizontal scrolling in any width or text size. */
import { expect, type Locator, type Page } from "@playwright/test";
import axe from "axe-core";

/**
 * Checks the current screen: its layout on a phone and a desktop, and every axe rule once per theme, light on
 * the phone and dark on the desktop.
 */
export async function checkScreen(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 900 });
  await expectNoAxeViolation(page, "light", `${name} at 390 px`);
  await expectNoHorizontalScroll(page, `${name} at 390 px`);
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
    await expectNoHorizontalScroll(page, `${name} at ${width} px with ${text} % text`);
  }
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectNoAxeViolation(page, "dark", `${name} at 1440 px`);
  await expectNoHorizontalScroll(page, `${name} at 1440 px`);
}

async function expectNoAxeViolation(page: Page, colorScheme: "light" | "dark", where: string): Promise<void> {
  await page.emulateMedia({ colorScheme });
  expect(await axeViolations(page), `${where}, ${colorScheme}`).toEqual([]);
}

/**
 * The violated rules, each with its first element. `contrast`: false for a screen whose colours another test checks. That rule takes
 * more time than all the others, so it judges some elements of each look instead of every row of a table.
 */
export async function axeViolations(page: Page, { contrast = true } = {}): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  if (contrast) await page.evaluate(markTexts, MARK);
  // Only violations need details. Style sheets are preloaded for experimental rules only, which do not run.
  const { violations } = await page.evaluate(
    ({ enabled, mark }) => {
      axe.configure({ rules: [{ id: "color-contrast", selector: `[${mark}]` }] });
      const rules = { "color-contrast": { enabled } };
      return axe.run(document, { resultTypes: ["violations"], preload: { assets: ["media"] }, rules });
    },
    { enabled: contrast, mark: MARK },
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

const MARK = "data-look";

/**
 * Marks the first, the middle and the last text of each look. Texts have the same look if they and all elements around them have
 * the same styles that contrast depends on. Runs in the page.
 */
function markTexts(mark: string): void {
  const numbers = new Map<string, number>();
  const known = new Map<Element, number>();
  const lookOf = (element: Element): number => {
    const before = known.get(element);
    if (before !== undefined) return before;
    const style = getComputedStyle(element);
    const around = element.parentElement ? lookOf(element.parentElement) : 0;
    const look = [
      around,
      element.localName,
      element.matches(":disabled, [aria-disabled='true'], [inert]"),
      style.color,
      style.backgroundColor,
      style.backgroundImage,
      style.opacity,
      style.filter,
      style.mixBlendMode,
      style.textShadow,
      style.fontSize,
      style.fontWeight,
      style.fontFamily,
      style.position,
      style.zIndex,
    ].join("|");
    const number = numbers.get(look) ?? numbers.size + 1;
    numbers.set(look, number);
    known.set(element, number);
    return number;
  };
  const texts = new Map<number, Element[]>();
  for (const element of document.querySelectorAll("body, body *")) {
    element.removeAttribute(mark);
    const hasText =
      element.matches("input, select, textarea") ||
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    if (!hasText || !element.checkVisibility()) continue;
    const look = lookOf(element);
    const same = texts.get(look);
    if (same) same.push(element);
    else texts.set(look, [element]);
  }
  for (const same of texts.values())
    for (const element of [same[0], same[same.length >> 1], same.at(-1)]) element?.setAttribute(mark, "");
}

async function expectNoHorizontalScroll(page: Page, where: string): Promise<void> {
  // Popups are repositioned a frame after the page was resized.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), {
      message: `${where} scrolls sideways`,
    })
    .toBeLessThanOrEqual(0);
}

/** The texts that reach beyond the right edge of the screen and are not cut by their element, each by its element. */
export function textOutsideTheScreen(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // A page clips what is too wide, so that only the text tells.
    const isCut = (element: Element | null): boolean =>
      element !== null &&
      !element.matches("main, body") &&
      (getComputedStyle(element).overflowX !== "visible" || isCut(element.parentElement));
    const found = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement;
      if (!element?.checkVisibility() || element.closest("script, option, svg, .visually-hidden")) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      if (range.getBoundingClientRect().right > innerWidth + 1 && !isCut(element))
        found.add(element.outerHTML.slice(0, 120));
    }
    return [...found];
  });
}

/** A picture that members share has loaded and is whole. */
export async function expectPictureToShare(picture: Locator): Promise<void> {
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([1080, 1350]);
}
