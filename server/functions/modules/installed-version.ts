/** Compares the version of a specifier (npm:zod@4) with the installed package. */
import { readFileSync } from "node:fs";
import { sep } from "node:path";

type Version = readonly [number, number, number];

/** The version of the package `name` to which the file `path` in node_modules belongs; null for any other file. */
export function installedVersion(path: string, name: string): string | null {
  const inside = `${sep}node_modules${sep}${name.replaceAll("/", sep)}${sep}`;
  const at = path.lastIndexOf(inside);
  if (at < 0) return null;
  const manifest = readFileSync(`${path.slice(0, at)}${inside}package.json`, "utf8");
  const { version } = JSON.parse(manifest) as { version?: unknown };
  return typeof version === "string" ? version : null;
}

/**
 * True if `wanted` (4, 4.1, 4.1.0, ^4.1.0, ~4.1.0 or nothing) includes the installed version. Other ranges are npm's to compare.
 */
export function includesVersion(wanted: string, installed: string | null): boolean {
  if (["", "*", "latest"].includes(wanted)) return true;
  const [, sign = "", numbers = ""] = /^([\^~]?)v?(\d+(?:\.\d+){0,2})$/.exec(wanted) ?? [];
  const found = /^(\d+)\.(\d+)\.(\d+)$/.exec(installed ?? "");
  if (numbers === "" || !found) return false;
  const given = numbers.split(".").map(Number);
  const has: Version = [Number(found[1]), Number(found[2]), Number(found[3])];
  const fixed = sign === "^" ? firstNonZero(given) : sign === "~" ? Math.min(given.length, 2) : given.length;
  if (given.slice(0, fixed).some((number, index) => number !== has[index])) return false;
  return !isBefore(has, given);
}

/** How many numbers a caret fixes: up to the first that is not 0. */
function firstNonZero(given: readonly number[]): number {
  const index = given.findIndex((number) => number > 0);
  return index < 0 ? given.length : index + 1;
}

function isBefore(has: Version, given: readonly number[]): boolean {
  const index = given.findIndex((number, at) => number !== has[at]);
  return index >= 0 && (has[index] ?? 0) < (given[index] ?? 0);
}
