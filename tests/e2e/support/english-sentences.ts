import { readFileSync } from "node:fs";
import type { Locator } from "@playwright/test";

/** What is between braces of an ICU text is any text, and a plural one of its cases. */
function patternOf(text: string): RegExp {
  const source = text
    .replace(/\{\w+, plural, one \{([^{}]*)\} other \{([^{}]*)\}\}/g, "(?:$1|$2)")
    .replace(/\{\w+\}|#/g, "§")
    .replace(/[.*+^$[\]\\]/g, "\\$&")
    .replaceAll("§", ".+?");
  return new RegExp(`^${source}\\.?$`, "u");
}

/** The visible texts of an element that are English sentences of the server (words/en/server.json). */
export async function englishSentencesIn(element: Locator): Promise<string[]> {
  const words = JSON.parse(readFileSync("words/en/server.json", "utf8")) as Record<string, string>;
  // A text such as "{provider}: {changes}" has no words.
  const patterns = Object.values(words)
    .filter((text) => /\p{L}{4}/u.test(text.replace(/\{\w+\}/g, "")))
    .map(patternOf);
  const texts = await element
    .locator("h3, p, li, button, input, textarea")
    .evaluateAll((found) =>
      found.map((one) => ("value" in one && one.value ? String(one.value) : (one.textContent ?? "")).trim()),
    );
  return texts.filter((text) => patterns.some((pattern) => pattern.test(text)));
}
