import { language } from "#words/language";
import * as english from "../../../../../words/generated/en/to-members.ts";
import * as french from "../../../../../words/generated/fr/to-members.ts";
import * as kreol from "../../../../../words/generated/mfe/to-members.ts";
import { isLanguage, type Language } from "../../../../../words/languages.ts";

/** What organisers send to members, in each language. */
const texts: Readonly<Record<Language, typeof english>> = { en: english, fr: french, mfe: kreol };

/** The texts in the member's language, such as `fr`; in that of the page for null or a language that the page does not know. */
export function textsFor(memberLanguage: string | null): typeof english {
  return texts[isLanguage(memberLanguage) ? memberLanguage : language];
}

/** A date in the club's time zone (`2026-11-30`) as members of every language read it: `30/11/2026`. */
export function dateInDigits(date: string): string {
  return date.split("-").reverse().join("/");
}

/** How a message addresses a member: `Devi`. */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}
