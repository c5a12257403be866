import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";
import { locale } from "#words/language";
import * as words from "#words/session";
import { inReadingOrder } from "../../ui/text/reading-order.ts";

/** This module contains the numbering plans of all countries (20 KiB). Import it lazily. */
export type { CountryCode };

export interface Country {
  code: CountryCode;
  name: string;
  callingCode: string;
}

export const homeCountry: CountryCode = "MU";

/** All countries by their names in the language of the page, Mauritius first. Kreol has French names for the others. */
export function countries(): Country[] {
  const names = new Intl.DisplayNames(locale, { type: "region" });
  const all = getCountries().map((code) => ({
    code,
    name: code === homeCountry ? words.mauritius : (names.of(code) ?? code),
    callingCode: getCountryCallingCode(code),
  }));
  return all.sort(
    (one, other) =>
      Number(other.code === homeCountry) - Number(one.code === homeCountry) ||
      inReadingOrder(one.name, other.name),
  );
}

/**
 * The number in international form, `+23052512345`. A number without a country code belongs to `country`. An invalid
 * number is returned as a plus and its digits, for the server to validate; empty stays empty.
 */
export function toInternational(typed: string, country: CountryCode = homeCountry): string {
  const written = typed.trim().replace(/^00/, "+");
  if (written === "") return "";
  const parsed = parsePhoneNumberFromString(written, country);
  if (parsed) return parsed.number;
  const digits = written.replace(/\D/g, "");
  return written.startsWith("+") ? `+${digits}` : `+${getCountryCallingCode(country)}${digits}`;
}
