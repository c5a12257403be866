/** The name of a time zone's place, by default of the viewer's: `Indian/Mauritius` becomes `Mauritius`. */
export function timeZoneName(zone = timeZone()): string {
  return zone === "UTC" ? "UTC" : (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}

declare const Temporal: { Now: { timeZoneId(): string } } | undefined;

/** Uses Temporal where the browser has it, because the first use of Intl loads its language data. */
function timeZone(): string {
  return typeof Temporal === "undefined"
    ? Intl.DateTimeFormat().resolvedOptions().timeZone
    : Temporal.Now.timeZoneId();
}
