/** Every time zone that the browser knows, by its IANA name. Those of `first` come first. */
export function timeZones(first: readonly string[]): string[] {
  return [...new Set([...first, "UTC", ...Intl.supportedValuesOf("timeZone")])];
}
