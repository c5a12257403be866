import * as words from "#words/ui";
import { tidy } from "./tidy.ts";

/** Removes angle brackets, double quotes and invisible characters from a one-line field. Not used for passwords. */
export function sanitise(text: string): string {
  return tidy(text.replace(/[<>"]/g, ""));
}

/** Why fields cannot be saved as they were typed: they have characters that `sanitise` removes. Null if they have none. */
export function problemWithCharacters(...texts: readonly string[]): string | null {
  return texts.some((text) => /[<>"]/.test(text)) ? words.noSpecialCharacters : null;
}
