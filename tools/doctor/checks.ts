/** What only `npm run doctor` says. What the dashboard says too is in web/football/health. */
import type { Duplicates } from "../../web/backend/types/import-rows.ts";
import type { Check } from "../../web/football/health/health-checks.ts";

/** `newest`: the newest released version; null if it is not known. */
export function versionCheck(own: string, newest: string | null): Check {
  const facts = newest === null ? [`${own}. Newer versions could not be looked up.`] : [`${own}.`];
  const isOld = newest !== null && newest.localeCompare(own, "en", { numeric: true }) > 0;
  return {
    title: "Version",
    problems: isOld ? [`Version ${newest} is available; this is ${own}.`] : [],
    facts: isOld ? [] : facts,
  };
}

/** More names would hide the other checks. */
const MOST_NAMES = 10;

/** What is listed twice, by name, and the address where it can be merged. */
export function duplicateNames({ teams, matches }: Duplicates, address: string): string[] {
  const names = [
    ...teams.map(({ keep, remove }) => `${remove.name} and ${keep.name}`),
    ...matches.map(({ keep }) => `${keep.home} v ${keep.away} (${keep.match_date})`),
  ];
  const more = names.length - MOST_NAMES;
  const listed = names.slice(0, MOST_NAMES).join("; ");
  return [`${listed}${more > 0 ? `; and ${more} more` : ""}.`, `Merge them at ${address}.`];
}
