import { locale } from "#words/language";

let collator: Intl.Collator | undefined;

/** Compares two names as the page's language orders them: `Évian` before `Fulham`. */
export function inReadingOrder(one: string, other: string): number {
  collator ??= new Intl.Collator(locale);
  return collator.compare(one, other);
}
