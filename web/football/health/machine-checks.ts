/** Judges what a host's machine reports. The dashboard and `npm run doctor` show the same sentences. */
import { formatNumber } from "../../ui/text/format-number.ts";
import { plural } from "../../ui/text/plural.ts";

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
/** The host needs 13 connections, and a backup and an administrator one each. */
const LEAST_CONNECTIONS = 20;

export interface Check {
  title: string;
  /** What needs attention. Empty if all is well. */
  problems: string[];
  facts: string[];
}

/** What `server/monitoring/machine.ts` reads. Times are ms since 1970. */
export interface MachineReport {
  data_folder: string;
  is_demo: boolean;
  /** Null if the data folder cannot be read. */
  free_bytes: number | null;
  unused_homes: { folder: string; bytes: number; dataFolder: string | null }[];
  newest_backup_ms: number | null;
  has_second_place: boolean;
  mail: { is_set: boolean; error: string | null };
  sends_texts: boolean;
  address: {
    site_url: string;
    trusts_proxies: boolean;
    certificate_ends_ms: number | null;
    error: string | null;
    clock_ms: number | null;
  };
}

/** One check each for the disk, databases that nothing uses, the clock, backups, mail, text messages and the address. */
export function machineChecks(machine: MachineReport, now: number): Check[] {
  const { address } = machine;
  return [
    diskCheck(machine),
    unusedHomesCheck(machine.unused_homes),
    clockCheck(now, address.clock_ms === null ? {} : { [address.site_url]: address.clock_ms }),
    backupFilesCheck(machine, now),
    mailCheck(machine),
    textsCheck(machine),
    addressCheck(address, now),
  ];
}

function diskCheck({ free_bytes, data_folder }: MachineReport): Check {
  const title = "Disk";
  if (free_bytes === null) return { title, problems: [`${data_folder} cannot be read.`], facts: [] };
  const free = `${(free_bytes / GB).toFixed(1)} GB are free in ${data_folder}.`;
  const isFull = free_bytes < LEAST_FREE_BYTES;
  return { title, problems: isFull ? [`Only ${free}`] : [], facts: isFull ? [] : [free] };
}

/** Databases in /var/lib/scoreline whose data folder is gone. */
export function unusedHomesCheck(homes: MachineReport["unused_homes"]): Check {
  const problems = homes.map(({ folder, bytes, dataFolder }) => {
    const size = `${folder} (${formatNumber(Math.ceil(bytes / MB))} MB)`;
    return dataFolder === null
      ? `${size} does not say which data folder uses it. If "find / -lname '${folder}/*'" finds none, delete it: rm -r ${folder}`
      : `${size} is the database of ${dataFolder}, which no longer uses it. If that folder was moved, start it once at its new place; otherwise delete the database: rm -r ${folder}`;
  });
  return { title: "Unused databases", problems, facts: problems.length === 0 ? ["There are none."] : [] };
}

/** `2026-11-21 14:03:20 UTC` */
function inUtc(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** `others`: the clocks of other machines minus this one's, in ms. */
export function clockCheck(now: number, others: Readonly<Record<string, number>>): Check {
  const problems = Object.entries(others)
    .filter(([, ms]) => Math.abs(ms) > MOST_CLOCK_DIFFERENCE_MS)
    .map(
      ([name, ms]) =>
        `This machine and ${name} differ by ${plural(Math.round(Math.abs(ms) / 1000), "second")}: set both clocks by NTP.`,
    );
  return { title: "Clock", problems, facts: [`${inUtc(now)}.`] };
}

function backupFilesCheck(machine: MachineReport, now: number): Check {
  const title = "Backup files";
  const { newest_backup_ms: newest, has_second_place, is_demo } = machine;
  if (is_demo) return { title, problems: [], facts: ["This is a demo."] };
  const age = newest === null ? null : now - newest;
  const problems = [
    ...(age === null ? ["There is no backup on this machine. Run npm run backup."] : []),
    ...(age !== null && age > OLDEST_BACKUP_MS
      ? [`The newest backup is ${plural(Math.floor(age / DAY_MS), "day")} old.`]
      : []),
    ...(has_second_place
      ? []
      : ["All backups are on the same disk as the club: set BACKUP_TO to another folder or a bucket of S3."]),
  ];
  const facts = newest === null ? [] : [`The newest is from ${inUtc(newest)}.`];
  return { title, problems, facts };
}

function mailCheck({ mail: { is_set, error }, is_demo }: MachineReport): Check {
  const title = "Mail";
  if (!is_set)
    return is_demo
      ? { title, problems: [], facts: ["This is a demo: emails stay on this machine."] }
      : {
          title,
          problems: ["No mail server is set, so no email leaves this machine: set SMTP_URL."],
          facts: [],
        };
  return error === null
    ? { title, problems: [], facts: ["The mail server accepts the sign-in."] }
    : { title, problems: [`The mail server cannot be used: ${error}`], facts: [] };
}

/** Without a carrier phone numbers are confirmed without a code, which a club may want. */
function textsCheck({ sends_texts }: MachineReport): Check {
  const fact = sends_texts
    ? "Twilio sends them."
    : "None is sent: phone numbers are confirmed without a code.";
  return { title: "Text messages", problems: [], facts: [fact] };
}

function addressCheck(address: MachineReport["address"], now: number): Check {
  const { site_url, trusts_proxies, certificate_ends_ms, error } = address;
  const isLocal = /^http:\/\/(127\.|localhost|\[::1\])/.test(site_url);
  const isHttps = site_url.startsWith("https:");
  const left = certificate_ends_ms === null ? null : certificate_ends_ms - now;
  const problems = [
    ...(error === null ? [] : [`${site_url} does not answer: ${error}`]),
    ...(isHttps || isLocal ? [] : ["Passwords cross the network in plain text: use a proxy with HTTPS."]),
    ...(isHttps && !trusts_proxies
      ? ["TRUSTED_PROXIES is not set, so limits treat everyone behind the proxy as one visitor."]
      : []),
    ...(left !== null && left < LEAST_CERTIFICATE_MS
      ? [`The certificate ends in ${plural(Math.max(0, Math.floor(left / DAY_MS)), "day")}: is it renewed?`]
      : []),
  ];
  return { title: "Address", problems, facts: [site_url] };
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
