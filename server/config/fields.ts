import { z } from "zod";

/** Value types of settings. Missing values have the Supabase CLI's defaults. */

/** A Go duration; becomes seconds. */
export const duration = (standard: string) =>
  z
    .string()
    .default(standard)
    .transform((text, context) => {
      const seconds = secondsOf(text);
      if (seconds === null)
        context.addIssue({ code: "custom", message: `"${text}" is not a duration such as "1m30s"` });
      return seconds ?? 0;
    });

/** Bytes, as a number or in Docker's units ("50MiB"), in which a kilobyte has 1,024 bytes. */
export const byteSize = z.union([z.int().positive(), z.string()]).transform((given, context) => {
  const bytes = typeof given === "number" ? given : bytesOf(given);
  if (!bytes) context.addIssue({ code: "custom", message: `"${given}" is not a size such as "50MiB"` });
  return bytes ?? 0;
});

export const positive = (standard: number) => z.int().positive().default(standard);
export const flag = (standard: boolean) => z.boolean().default(standard);

/** A section of an unsupported feature, which may be present but not enabled. */
export const unsupported = (what: string) => {
  const refused = `${what} is not supported by this host`;
  const off = z.literal(false, { error: refused }).optional();
  return z
    .looseObject({ enabled: off, enroll_enabled: off, verify_enabled: off })
    .optional()
    .meta({ refused: `${refused}; the section may be present with \`enabled = false\``, section: true });
};

/** A section of a feature that the host lacks. If it is enabled, a warning says so: no account is less safe without the feature. */
export const missing = (why: string) =>
  z
    .looseObject({ enabled: flag(false).transform((enabled) => (enabled ? why : null)) })
    .optional()
    .meta({ ignored: `${why}; \`enabled = true\` is a warning`, section: true });

/** A setting that the host accepts and does not read, with the reason. */
export const ignored = (why: string) => z.unknown().optional().meta({ ignored: why });

/** A section that the host accepts and does not read. */
export const ignoredSection = (why: string) => z.unknown().optional().meta({ ignored: why, section: true });

/** Converts a Go duration ("1m30s", "24h", "500ms") to seconds, or returns null. */
export function secondsOf(text: string): number | null {
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) return null;
  const units: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600 };
  let seconds = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) {
    seconds += Number(amount) * (units[unit ?? "s"] ?? 1);
  }
  return seconds;
}

/** Like RAMInBytes of github.com/docker/go-units, with which the CLI reads sizes. Null for an invalid size. */
function bytesOf(text: string): number | null {
  const [, amount, unit = ""] = /^(\d+(?:\.\d+)?) ?([kmgt]?)(?:i?b)?$/i.exec(text) ?? [];
  if (amount === undefined) return null;
  const power = unit === "" ? 0 : "kmgt".indexOf(unit.toLowerCase()) + 1;
  return Math.floor(Number(amount) * 1024 ** power);
}
