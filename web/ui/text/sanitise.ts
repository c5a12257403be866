/** Removes angle brackets and double quotes from a one-line field. Not used for passwords. */
export function sanitise(text: string): string {
  return text.replace(/[<>"]/g, "").trim();
}
