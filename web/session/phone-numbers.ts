import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";

/** This module contains the numbering plans of all countries (20 KiB). Import it lazily. */
export type { CountryCode };

export interface Country {
  code: CountryCode;
  name: string;
  callingCode: string;
}

export const homeCountry: CountryCode = "MU";

/** All countries by name, the club's own first. */
export function countries(): Country[] {
  const names = new Intl.DisplayNames("en", { type: "region" });
  const all = getCountries().map((code) => ({
    code,
    name: names.of(code) ?? code,
    callingCode: getCountryCallingCode(code),
  }));
  return all.sort(
    (one, other) =>
      Number(other.code === homeCountry) - Number(one.code === homeCountry) ||
      one.name.localeCompare(other.name),
  );
}

/**
 * The number as `+23052512345`. A number without a country code belongs to `country`. What is no number of that
 * country comes back as digits behind a plus, for the server to judge by its own rule; empty stays empty.
 */
export function toInternational(typed: string, country: CountryCode = homeCountry): string {
  const written = typed.trim().replace(/^00/, "+");
  if (written === "") return "";
  const parsed = parsePhoneNumberFromString(written, country);
  if (parsed) return parsed.number;
  const digits = written.replace(/\D/g, "");
  return written.startsWith("+") ? `+${digits}` : `+${getCountryCallingCode(country)}${digits}`;
}
