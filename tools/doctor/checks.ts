/** What `npm run doctor` finds on the host's machine. What the database knows is in the dashboard's health checks. */
import type { UnusedHome } from "../../server/database/embedded/home/unused-homes.ts";
import type { Duplicates } from "../../web/backend/types/admin-rows.ts";
import type { Check } from "../../web/football/health/health-checks.ts";
import { plural } from "../../web/ui/text/plural.ts";

const MB = 2 ** 20;
const GB = 2 ** 30;
const DAY_MS = 86_400_000;
/** The host refuses writes below 64 MB. */
const LEAST_FREE_BYTES = GB;
/** Kick-offs lock predictions to the second. */
const MOST_CLOCK_DIFFERENCE_MS = 2000;
const OLDEST_BACKUP_MS = 2 * DAY_MS;
/** Certificates are usually renewed 30 days before they end. */
const LEAST_CERTIFICATE_MS = 14 * DAY_MS;

export function diskCheck(freeBytes: number, folder: string): Check {
  const free = `${(freeBytes / GB).toFixed(1)} GB are free in ${folder}.`;
  const isFull = freeBytes < LEAST_FREE_BYTES;
  return { title: "Disk", problems: isFull ? [`Only ${free}`] : [], facts: isFull ? [] : [free] };
}

/** `others`: the clocks of other machines in ms since 1970, each read at `now`. */
export function clockCheck(now: number, others: Readonly<Record<string, number>>): Check {
  const problems = Object.entries(others)
    .map(([name, time]) => ({ name, ms: Math.abs(now - time) }))
    .filter(({ ms }) => ms > MOST_CLOCK_DIFFERENCE_MS)
    .map(
      ({ name, ms }) =>
        `This machine and ${name} differ by ${plural(Math.round(ms / 1000), "second")}: set both clocks by NTP.`,
    );
  return { title: "Clock", problems, facts: [new Date(now).toISOString()] };
}

/** Databases in /var/lib/scoreline whose data folder is gone. */
export function unusedHomesCheck(homes: readonly UnusedHome[]): Check {
  const problems = homes.map(({ folder, bytes, dataFolder }) => {
    const size = `${folder} (${Math.ceil(bytes / MB)} MB)`;
    return dataFolder === null
      ? `${size} does not say which data folder uses it. If "find / -lname '${folder}/*'" finds none, delete it: rm -r ${folder}`
      : `${size} is the database of ${dataFolder}, which no longer uses it. If that folder was moved, start it once at its new place; otherwise delete the database: rm -r ${folder}`;
  });
  return { title: "Unused databases", problems, facts: problems.length === 0 ? ["There are none."] : [] };
}

export interface BackupFacts {
  /** When the newest backup of the data folder was made; null if there is none. */
  newestMs: number | null;
  /** BACKUP_TO: where copies go that survive the disk. */
  secondPlace: string | undefined;
  isDemo: boolean;
}

export function backupsCheck({ newestMs, secondPlace, isDemo }: BackupFacts, now: number): Check {
  if (isDemo) return { title: "Backups", problems: [], facts: ["This is a demo."] };
  const age = newestMs === null ? null : now - newestMs;
  const problems = [
    ...(age === null ? ["There is no backup. Run npm run backup."] : []),
    ...(age !== null && age > OLDEST_BACKUP_MS
      ? [`The newest backup is ${plural(Math.floor(age / DAY_MS), "day")} old.`]
      : []),
    ...(secondPlace === undefined
      ? ["All backups are on the same disk as the club: set BACKUP_TO to another folder or a bucket of S3."]
      : []),
  ];
  const facts = newestMs === null ? [] : [`The newest is from ${new Date(newestMs).toISOString()}.`];
  return { title: "Backups", problems, facts };
}

/** `error`: why the mail server refused a connection; undefined if none is set, null if it accepts. */
export function mailCheck(error: string | null | undefined): Check {
  if (error === undefined)
    return {
      title: "Mail",
      problems: ["No mail server is set, so no email leaves this machine: set SMTP_URL."],
      facts: [],
    };
  const problems = error === null ? [] : [`The mail server cannot be used: ${error}`];
  return { title: "Mail", problems, facts: error === null ? ["The mail server accepts the sign-in."] : [] };
}

/** Without a carrier phone numbers are confirmed without a code, which a club may want. */
export function smsCheck(hasCarrier: boolean): Check {
  const fact = hasCarrier
    ? "Twilio sends them."
    : "None is sent: phone numbers are confirmed without a code.";
  return { title: "Text messages", problems: [], facts: [fact] };
}

export interface AddressFacts {
  siteUrl: string;
  trustedProxies: string;
  /** When the certificate of an https address ends; null for http. */
  certificateEndsMs: number | null;
  /** Why the address did not answer; null if it did. */
  error: string | null;
}

export function addressCheck(
  { siteUrl, trustedProxies, certificateEndsMs, error }: AddressFacts,
  now: number,
): Check {
  const isLocal = /^http:\/\/(127\.|localhost|\[::1\])/.test(siteUrl);
  const isHttps = siteUrl.startsWith("https:");
  const left = certificateEndsMs === null ? null : certificateEndsMs - now;
  const problems = [
    ...(error === null ? [] : [`${siteUrl} does not answer: ${error}`]),
    ...(isHttps || isLocal ? [] : ["Passwords cross the network in plain text: use a proxy with HTTPS."]),
    ...(isHttps && trustedProxies === ""
      ? ["TRUSTED_PROXIES is not set, so limits treat everyone behind the proxy as one visitor."]
      : []),
    ...(left !== null && left < LEAST_CERTIFICATE_MS
      ? [`The certificate ends in ${plural(Math.max(0, Math.floor(left / DAY_MS)), "day")}: is it renewed?`]
      : []),
  ];
  return { title: "Address", problems, facts: [siteUrl] };
}

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

/** PostgreSQL's settings as `club_health` reports them. */
export interface PostgresSettings {
  version: string;
  fsync: string;
  full_page_writes: string;
  synchronous_commit: string;
  data_checksums: string;
  max_connections: number;
}

/** The host needs 13 connections, and a backup and an administrator one each. */
const LEAST_CONNECTIONS = 20;

export function postgresCheck(settings: PostgresSettings): Check {
  const { version, max_connections } = settings;
  const off = (["fsync", "full_page_writes", "synchronous_commit"] as const).filter(
    (name) => settings[name] === "off",
  );
  return {
    title: "PostgreSQL",
    problems: [
      ...off.map((name) => `${name} is off: a power failure can lose or damage the club's data.`),
      ...(max_connections < LEAST_CONNECTIONS
        ? [`max_connections is ${max_connections}: set at least ${LEAST_CONNECTIONS} for each host.`]
        : []),
    ],
    facts: [
      `Version ${version}.`,
      ...(settings.data_checksums === "on"
        ? []
        : ["Pages have no checksums, so damage of the disk is noticed late."]),
    ],
  };
}
