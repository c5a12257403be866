/** A browser that translates the page, as Google Translate does in Chrome: `projects` of playwright.config.ts. */
import { type BrowserContext, type Page, test } from "@playwright/test";

/** In the project `translated`, what the page shows is translated from its next load on. */
export async function translateIfWanted(opened: Page | BrowserContext): Promise<void> {
  if (test.info().project.name === "translated") await opened.addInitScript(translate);
}

/**
 * Puts elements with the same text in the place of text nodes as they appear, so that tests find the words that they know. A text
 * node that the page changes later is no longer shown. Runs in the page.
 */
function translate(): void {
  const translated = (text: Text): boolean =>
    text.data.trim() !== "" &&
    text.parentElement?.closest("font, script, style, noscript, svg, textarea, title") === null;
  const replaceTexts = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = root instanceof Text ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts.filter(translated)) {
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      for (const node of [target, ...addedNodes])
        if (node instanceof Text || node !== target) replaceTexts(node);
  }).observe(document, { childList: true, characterData: true, subtree: true });
}
