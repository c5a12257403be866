import * as words from "#words/ui";
/** Removes angle brackets and double quotes from a one-line field. Not used for passwords. */
export function sanitise(text: string): string {
  return text.replace(/[<>"]/g, "").trim();
}

/** Why fields cannot be saved as they were typed: they have characters that `sanitise` removes. Null if they have none. */
export function problemWithCharacters(...texts: readonly string[]): string | null {
  return texts.some((text) => /[<>"]/.test(text)) ? words.noSpecialCharacters : null;
}
