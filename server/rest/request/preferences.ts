/** The Prefer header (RFC 7240) with PostgREST's preferences. */
import { invalidPreferences } from "../errors.ts";

export interface Preferences {
  return: "representation" | "minimal" | "headers-only";
  count: "exact" | "planned" | "estimated" | null;
  resolution: "merge-duplicates" | "ignore-duplicates" | null;
  missing: "default" | "null";
  maxAffected: number | null;
  /** What the answer confirms in Preference-Applied. */
  applied: string[];
}

const VALUES: Readonly<Record<string, readonly string[]>> = {
  return: ["representation", "minimal", "headers-only"],
  count: ["exact", "planned", "estimated"],
  resolution: ["merge-duplicates", "ignore-duplicates"],
  missing: ["default", "null"],
  handling: ["strict", "lenient"],
  tx: ["commit", "rollback"],
};

/** The first of several values wins. Throws RestError PGRST122 for what it does not know under handling=strict. */
export function parsePreferences(header: string | null): Preferences {
  const given = (header ?? "")
    .split(",")
    .map((text) => text.trim())
    .filter(Boolean);
  const known = new Map<string, string>();
  const unknown: string[] = [];
  for (const text of given) {
    const [key = "", value = ""] = text.split("=", 2);
    const valid =
      key === "max-affected" ? /^\d{1,9}$/.test(value) : key === "timezone" || VALUES[key]?.includes(value);
    if (!valid) unknown.push(text);
    else if (!known.has(key)) known.set(key, value);
  }
  const strict = known.get("handling") === "strict";
  if (strict && unknown.length > 0) throw invalidPreferences(unknown);
  const maxAffected = known.get("max-affected");
  const chosen = <T extends string>(key: string) => (known.get(key) ?? null) as T | null;
  return {
    return: chosen<Preferences["return"]>("return") ?? "minimal",
    count: chosen<NonNullable<Preferences["count"]>>("count"),
    resolution: chosen<NonNullable<Preferences["resolution"]>>("resolution"),
    missing: chosen<Preferences["missing"]>("missing") ?? "null",
    // The limit binds only under handling=strict.
    maxAffected: strict && maxAffected !== undefined ? Number(maxAffected) : null,
    applied: [...known]
      .filter(([key]) => key !== "tx" && key !== "timezone")
      .map(([key, value]) => `${key}=${value}`),
  };
}
