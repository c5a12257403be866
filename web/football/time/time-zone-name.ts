/** The place a time zone is named after, the viewer's own by default: `Indian/Mauritius` is `Mauritius`. */
export function timeZoneName(zone = timeZone()): string {
  return zone === "UTC" ? "UTC" : (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}

declare const Temporal: { Now: { timeZoneId(): string } } | undefined;

/** Temporal knows it without the tables of a language, in the browsers that have it. */
function timeZone(): string {
  return typeof Temporal === "undefined"
    ? Intl.DateTimeFormat().resolvedOptions().timeZone
    : Temporal.Now.timeZoneId();
}
