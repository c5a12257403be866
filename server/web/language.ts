import type { Context } from "hono";
import { accepts } from "hono/accepts";
import { getCookie } from "hono/cookie";
import { isLanguage, type Language, languages } from "../../words/languages.ts";

/** Where the page keeps the language that its user has chosen. It contains nothing else and is readable by the page. */
export const LANGUAGE_COOKIE = "language";

/**
 * The language of a page: the chosen one, otherwise the first of the device's languages that the page speaks, otherwise the
 * club's.
 */
export function languageOf(c: Context, ofClub: Language): Language {
  const chosen = getCookie(c, LANGUAGE_COOKIE);
  if (isLanguage(chosen)) return chosen;
  const found = accepts(c, {
    header: "Accept-Language",
    supports: [...languages],
    default: ofClub,
    match: (accepted, { default: otherwise }) =>
      accepted
        .toSorted((a, b) => b.q - a.q)
        .map(({ type }) => type.split("-")[0]?.toLowerCase() ?? "")
        .find(isLanguage) ?? otherwise,
  });
  return isLanguage(found) ? found : ofClub;
}
