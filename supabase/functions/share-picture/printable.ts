/** Names that have no printable letter, by their field. */
const FALLBACKS: Readonly<Record<string, string>> = { name: "Player", group: "Group" };
const UNPRINTABLE =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}\u0020-\u00bf\u2010-\u2026]/gu;

/** The text without what the fonts lack, such as emoji and Arabic letters. */
function printable(text: string): string {
  return text.normalize("NFC").replaceAll(UNPRINTABLE, "").replaceAll(/\s+/g, " ").trim();
}

/** A copy of the JSON value whose strings have only letters of the fonts. */
export function withPrintableText(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, part: unknown) =>
    typeof part === "string" ? printable(part) || (FALLBACKS[key] ?? "") : part,
  );
}
