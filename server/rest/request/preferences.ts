/** The Prefer header (RFC 7240) with PostgREST's preferences. Source: PostgREST's ApiRequest/Preferences.hs. */
import { invalidPreferences } from "../errors.ts";

const VALUES = {
  resolution: ["merge-duplicates", "ignore-duplicates"],
  missing: ["default", "null"],
  return: ["representation", "minimal", "headers-only"],
  count: ["exact", "planned", "estimated"],
  tx: ["commit", "rollback"],
  handling: ["strict", "lenient"],
} as const;

type Listed = keyof typeof VALUES;
export type PreferenceName = Listed | "timezone" | "max-affected";

export type Preferences = { [Name in Listed]: (typeof VALUES)[Name][number] | null } & {
  timezone: string | null;
  "max-affected": number | null;
};

/** The order in Preference-Applied. */
const ORDER: readonly PreferenceName[] = [
  "resolution",
  "missing",
  "return",
  "count",
  "tx",
  "handling",
  "timezone",
  "max-affected",
];

const NONE: ReadonlySet<string> = new Set();

/** True if the header names a time zone, so that parsePreferences needs the known ones. */
export function namesTimeZone(header: string | null): boolean {
  return header?.includes("timezone=") ?? false;
}

/**
 * The first of several values counts. `tx` is ignored unless `mayChooseEnd` is set. Throws RestError PGRST122 for an
 * unknown preference under handling=strict.
 */
export function parsePreferences(
  header: string | null,
  mayChooseEnd: boolean,
  timeZones: ReadonlySet<string> = NONE,
): Preferences {
  const given = (header ?? "")
    .split(",")
    .map((text) => text.trim())
    .filter(Boolean);
  const pairs = given.map((text): [string, string] => {
    const equals = text.indexOf("=");
    return equals < 0 ? [text, ""] : [text.slice(0, equals), text.slice(equals + 1)];
  });
  const chosen = <Value extends string>(name: string, values: readonly Value[]): Value | null =>
    pairs.flatMap(([key, text]) => (key === name ? values.filter((value) => value === text) : []))[0] ?? null;
  const first = (name: string) => pairs.find(([key]) => key === name)?.[1];
  const maxAffected = first("max-affected");
  const timezone = first("timezone");
  const preferences: Preferences = {
    resolution: chosen("resolution", VALUES.resolution),
    missing: chosen("missing", VALUES.missing),
    return: chosen("return", VALUES.return),
    count: chosen("count", VALUES.count),
    tx: mayChooseEnd ? chosen("tx", VALUES.tx) : null,
    handling: chosen("handling", VALUES.handling),
    timezone: timezone !== undefined && timeZones.has(timezone) ? timezone : null,
    "max-affected": maxAffected !== undefined && /^\d{1,9}$/.test(maxAffected) ? Number(maxAffected) : null,
  };
  const unknown = given.filter((_, index) => !isKnown(pairs[index] ?? ["", ""], timeZones));
  if (preferences.handling === "strict" && unknown.length > 0) throw invalidPreferences(unknown);
  return preferences;
}

/** The limit only applies under handling=strict. */
export function rowLimit(preferences: Preferences): number | null {
  return preferences.handling === "strict" ? preferences["max-affected"] : null;
}

/** The value of Preference-Applied: the given preferences among those that apply to the request. Null for none. */
export function applied(preferences: Preferences, concerned: readonly PreferenceName[]): string | null {
  const confirmed = ORDER.filter((name) => concerned.includes(name)).flatMap((name) => {
    const value = name === "max-affected" ? rowLimit(preferences) : preferences[name];
    return value === null ? [] : `${name}=${value}`;
  });
  return confirmed.length === 0 ? null : confirmed.join(", ");
}

function isKnown([name, value]: readonly [string, string], timeZones: ReadonlySet<string>): boolean {
  if (name === "max-affected") return true;
  if (name === "timezone") return timeZones.has(value);
  const listed = Object.entries(VALUES).find(([key]) => key === name)?.[1];
  return listed?.some((known) => known === value) ?? false;
}
