import type { Context } from "hono";
import { accepts } from "hono/accepts";
import { getCookie } from "hono/cookie";
import { isLanguage, LANGUAGE_COOKIE, type Language, languages } from "../../../words/languages.ts";

/**
 * The language of a page: the chosen one, otherwise the first of the device's languages that the page speaks, otherwise the
 * club's.
 */
export function languageOf(c: Context, ofClub: Language): Language {
  const chosen = chosenLanguage(c);
  if (chosen) return chosen;
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

/** The language that the user of the page has chosen. */
export function chosenLanguage(c: Context): Language | null {
  const chosen = getCookie(c, LANGUAGE_COOKIE);
  return isLanguage(chosen) ? chosen : null;
}
