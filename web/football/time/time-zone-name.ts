import * as words from "#words/football";
import { language } from "#words/language";

/** The name of a time zone's place, by default of the viewer's: `Indian/Mauritius` becomes `Mauritius`, in French `Maurice`. */
export function timeZoneName(zone = timeZone()): string {
  const place = (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
  return language === "en" ? place : translated(place);
}

/** The words have the places in this order. */
function translated(place: string): string {
  // not a text: as time zones name them
  const places = "Mauritius|Reunion|London|Brussels|Lisbon|Moscow|Cairo|Johannesburg".split("|");
  return words.timeZonePlaces.split("|")[places.indexOf(place)] ?? place;
}

declare const Temporal: { Now: { timeZoneId(): string } } | undefined;

/** Uses Temporal where the browser has it, because the first use of Intl loads its language data. */
function timeZone(): string {
  return typeof Temporal === "undefined"
    ? Intl.DateTimeFormat().resolvedOptions().timeZone
    : Temporal.Now.timeZoneId();
}

/** Every time zone that the browser knows, by its IANA name. Those of `first` come first. */
export function timeZones(first: readonly string[]): string[] {
  return [...new Set([...first, "UTC", ...Intl.supportedValuesOf("timeZone")])];
}
