/** Judges what a host's machine reports. The dashboard and `npm run doctor` show the same sentences. */
import * as words from "#words/health";
import { formatNumber } from "../../ui/text/format-number.ts";

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
  const title = words.disk;
  if (free_bytes === null)
    return { title, problems: [words.folderCannotBeRead({ folder: data_folder })], facts: [] };
  const free = words.gigabytesAreFree({ gigabytes: formatNumber(free_bytes / GB, 1), folder: data_folder });
  const isFull = free_bytes < LEAST_FREE_BYTES;
  return { title, problems: isFull ? [words.onlyFree({ free })] : [], facts: isFull ? [] : [free] };
}

/** Databases in /var/lib/scoreline whose data folder is gone. */
export function unusedHomesCheck(homes: MachineReport["unused_homes"]): Check {
  const problems = homes.map(({ folder, bytes, dataFolder }) => {
    const size = `${folder} (${words.megabytes({ count: formatNumber(Math.ceil(bytes / MB)) })})`;
    // not a text: a command
    const command = `"find / -lname '${folder}/*'"`;
    return dataFolder === null
      ? words.databaseOfAnUnknownFolder({ database: size, command, folder })
      : words.databaseThatIsNotUsed({ database: size, dataFolder, folder });
  });
  return { title: words.unusedDatabases, problems, facts: problems.length === 0 ? [words.thereAreNone] : [] };
}

/** `2026-11-21 14:03:20 UTC` */
function inUtc(ms: number): string {
  // not a text: the name of a time zone
  return `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** `others`: the clocks of other machines minus this one's, in ms. */
export function clockCheck(now: number, others: Readonly<Record<string, number>>): Check {
  const problems = Object.entries(others)
    .filter(([, ms]) => Math.abs(ms) > MOST_CLOCK_DIFFERENCE_MS)
    .map(([name, ms]) => words.clocksDiffer({ name, count: Math.round(Math.abs(ms) / 1000) }));
  return { title: words.clock, problems, facts: [`${inUtc(now)}.`] };
}

function backupFilesCheck(machine: MachineReport, now: number): Check {
  const title = words.backupFiles;
  const { newest_backup_ms: newest, has_second_place, is_demo } = machine;
  if (is_demo) return { title, problems: [], facts: [words.thisIsADemo] };
  const age = newest === null ? null : now - newest;
  const problems = [
    ...(age === null ? [words.noBackupFile] : []),
    ...(age !== null && age > OLDEST_BACKUP_MS
      ? [words.newestBackupIsOld({ count: Math.floor(age / DAY_MS) })]
      : []),
    ...(has_second_place ? [] : [words.backupsAreOnTheSameDisk]),
  ];
  const facts = newest === null ? [] : [words.newestBackupIsFrom({ time: inUtc(newest) })];
  return { title, problems, facts };
}

function mailCheck({ mail: { is_set, error }, is_demo }: MachineReport): Check {
  const title = words.mail;
  if (!is_set)
    return is_demo
      ? { title, problems: [], facts: [words.demoKeepsEmails] }
      : {
          title,
          problems: [words.noMailServerIsSet],
          facts: [],
        };
  return error === null
    ? { title, problems: [], facts: [words.mailServerWorks] }
    : { title, problems: [words.mailServerFails({ error })], facts: [] };
}

/** Without a carrier phone numbers are confirmed without a code, which a club may want. */
function textsCheck({ sends_texts }: MachineReport): Check {
  const fact = sends_texts ? words.twilioSendsThem : words.noTextsAreSent;
  return { title: words.textMessages, problems: [], facts: [fact] };
}

function addressCheck(address: MachineReport["address"], now: number): Check {
  const { site_url, trusts_proxies, certificate_ends_ms, error } = address;
  const isLocal = /^http:\/\/(127\.|localhost|\[::1\])/.test(site_url);
  const isHttps = site_url.startsWith("https:");
  const left = certificate_ends_ms === null ? null : certificate_ends_ms - now;
  const problems = [
    ...(error === null ? [] : [words.addressDoesNotAnswer({ address: site_url, error })]),
    ...(isHttps || isLocal ? [] : [words.passwordsAreInPlainText]),
    ...(isHttps && !trusts_proxies ? [words.trustedProxiesIsNotSet] : []),
    ...(left !== null && left < LEAST_CERTIFICATE_MS
      ? [words.certificateEnds({ count: Math.max(0, Math.floor(left / DAY_MS)) })]
      : []),
  ];
  return { title: words.address, problems, facts: [site_url] };
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
    title: words.postgresql,
    problems: [
      ...off.map((name) => words.settingIsOff({ name })),
      ...(max_connections < LEAST_CONNECTIONS
        ? [words.tooFewConnections({ count: max_connections, least: LEAST_CONNECTIONS })]
        : []),
    ],
    facts: [words.version({ version }), ...(settings.data_checksums === "on" ? [] : [words.noChecksums])],
  };
}
