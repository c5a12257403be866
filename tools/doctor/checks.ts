/** What only `npm run doctor` says. What the dashboard says too is in web/football/health. */
import type { RunningSettings } from "../../server/database/embedded/running-settings.ts";
import { SETTINGS_FILE } from "../../server/database/embedded/settings.ts";
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

/** A crash or a power failure loses data without the first three, and the database grows without the last. */
const NEEDED = new Set(["fsync", "full_page_writes", "synchronous_commit", "autovacuum"]);

/** Whether PostgreSQL runs with the settings that the host wrote; an owner may replace most of them. */
export function settingsCheck({ folder, isRead, others }: RunningSettings): Check {
  const textOf = (settings: RunningSettings["others"]) =>
    settings
      .map(({ name, value, written }) => `${name} is ${value || "empty"} instead of ${written || "empty"}`)
      .join(", ");
  const unread = `PostgreSQL does not read ${SETTINGS_FILE}: add the line include_if_exists = '${SETTINGS_FILE}' at the end of postgresql.conf in ${folder}, and start the host again.`;
  const risky = others.filter(({ name }) => NEEDED.has(name));
  const own = isRead ? others.filter(({ name }) => !NEEDED.has(name)) : [];
  const problems = [
    ...(isRead ? [] : [unread]),
    ...(risky.length === 0 ? [] : [`The club can lose data or space: ${textOf(risky)}.`]),
  ];
  const facts = own.length === 0 ? "They are the host's." : `Replaced by the club's own: ${textOf(own)}.`;
  return {
    title: "Settings of PostgreSQL",
    problems,
    facts: problems.length > 0 && own.length === 0 ? [] : [facts],
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
