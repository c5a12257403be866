/** Says in sentences what the health's figures mean, and what needs attention. */
import * as footballWords from "#words/football";
import * as words from "#words/health";
import { lastErrorOf, nameOfJob } from "../../backend/sentences/job-sentences.ts";
import { providerLabel } from "../../backend/types/providers.ts";
import { formatNumber } from "../../ui/text/format-number.ts";
import { matchLabel } from "../time/club-day.ts";
import { timeAgo } from "../time/time-ago.ts";
import {
  type Check,
  clockCheck,
  type MachineReport,
  machineChecks,
  type PostgresSettings,
  postgresCheck,
} from "./machine-checks.ts";

export type { Check };

/** The answer of `club_health`. Times are ISO texts. */
export interface ClubHealth {
  hosts: HostReport[];
  /** What hosts reported about their backups; empty on Supabase, which makes its own. */
  backups: { kind: "copy" | "backup"; last_success: string | null; error: string | null; missing: boolean }[];
  messages: {
    channel: "email" | "push";
    waiting: number;
    late: number;
    failed: number;
    paused_until: string | null;
  }[];
  /** Whether the keys that sign push messages exist. The first run of the job that sends messages makes them. */
  push_is_ready: boolean;
  jobs: { name: string; failed: boolean; late: boolean }[];
  /** The row of `provider_state`, of which these columns are shown. */
  provider: {
    provider: string;
    key_is_set: boolean;
    failures: number;
    last_error: string | null;
    error_facts?: unknown;
    answered_at: string | null;
    minute_left: number;
    day_left: number | null;
  };
  duplicate_teams: number;
  duplicate_matches: number;
  /** The matches of the next three days whose time is to be confirmed: `Leeds v Hull, 21 Nov 2026`. */
  matches_without_time: string[];
  /** The number of matches without a season, and the latest three of them. */
  without_season: { count: number; first: string[] };
  database_bytes: number;
  postgres: PostgresSettings;
  /** The clock of the database. */
  now: string;
}

/** A host's latest report. Requests are those of the half minute before it. */
export interface HostReport {
  host: string;
  reported_at: string;
  started_at: string;
  /** The 99th percentile of the event loop's delay. */
  loop_delay_ms: number;
  requests: number;
  failed_requests: number;
  memory_bytes: number;
  sockets: number;
  database_connections: number;
  database_waiting: number;
  /** Missing until the host has looked at its machine, which it does every ten minutes. */
  machine?: MachineReport | null;
  /** The clock of the database minus the host's, in ms; missing in reports of earlier versions. */
  database_clock_ms?: number | null;
}

/** Hosts report every 30 seconds. */
const SILENT_AFTER_MS = 120_000;
/** Later than this, members notice that pages answer slowly. */
const SLOW_LOOP_MS = 200;

/** A host makes its first copy and reports it within this time. */
const BACKED_UP_AFTER_MS = 3_600_000;

/**
 * The checks of each host and its machine, then of backups, messages, jobs, the provider, duplicates, kick-offs, seasons
 * and the database. `now`: ms since 1970.
 */
export function checksOf(health: ClubHealth, now: number): Check[] {
  return [
    ...health.hosts.flatMap((host) => [hostCheck(host, now), ...machineOf(host, health.hosts.length > 1)]),
    ...backupsCheck(health, now),
    messagesCheck(health, now),
    jobsCheck(health.jobs),
    providerCheck(health.provider, now),
    duplicatesCheck(health),
    kickOffsCheck(health),
    ...seasonsCheck(health),
    databaseCheck(health),
    postgresCheck(health.postgres),
  ];
}

/** As the host saw it at its latest report. Several hosts' checks say whose they are. */
function machineOf({ host, reported_at, machine, database_clock_ms }: HostReport, isOneOfSeveral: boolean) {
  if (!machine) return [];
  const at = new Date(reported_at).getTime();
  const database = {
    ...clockCheck(at, { PostgreSQL: database_clock_ms ?? 0 }),
    title: words.clockOfPostgresql,
  };
  return [...machineChecks(machine, at), database].map((check) =>
    isOneOfSeveral ? { ...check, title: words.titleOfHost({ title: check.title, host }) } : check,
  );
}

function hostCheck(report: HostReport, now: number): Check {
  const title = words.host({ host: report.host });
  const age = now - new Date(report.reported_at).getTime();
  if (age > SILENT_AFTER_MS)
    return {
      title,
      problems: [words.lastReported({ ago: timeAgo(report.reported_at, now) })],
      facts: [],
    };
  const problems = [
    ...(report.failed_requests > 0 ? [words.requestsFailed({ count: report.failed_requests })] : []),
    ...(report.loop_delay_ms > SLOW_LOOP_MS
      ? [words.isOverloaded({ milliseconds: formatNumber(report.loop_delay_ms) })]
      : []),
    ...(report.database_waiting > 0
      ? [words.requestsWaitedForTheDatabase({ count: report.database_waiting })]
      : []),
  ];
  return {
    title,
    problems,
    facts: [
      words.startedWithMemory({
        ago: timeAgo(report.started_at, now),
        memory: megabytes(report.memory_bytes),
      }),
      words.requestsInHalfAMinute({ requests: report.requests, sockets: report.sockets }),
    ],
  };
}

const backupNames = { copy: words.dailyCopy, backup: words.backupInTheSecondPlace } as const;

/** None without a host, because Supabase makes its own backups. */
function backupsCheck({ backups, hosts }: ClubHealth, now: number): Check[] {
  if (hosts.length === 0) return [];
  const runsLong = hosts.some(({ started_at }) => now - new Date(started_at).getTime() > BACKED_UP_AFTER_MS);
  const none = backups.length === 0 && runsLong ? [words.noHostMakesBackups] : [];
  const problems = backups.flatMap(({ kind, error, missing }) => [
    ...(error === null ? [] : [words.lastBackupFailed({ backup: backupNames[kind], error })]),
    ...(missing ? [words.backupIsMissing({ backup: backupNames[kind] })] : []),
  ]);
  const facts = backups.flatMap(({ kind, last_success }) =>
    last_success === null
      ? []
      : [words.lastBackupWasMade({ backup: backupNames[kind], ago: timeAgo(last_success, now) })],
  );
  const unknown = backups.length === 0 && none.length === 0 ? [words.noneIsReportedYet] : [];
  return [{ title: words.backups, problems: [...none, ...problems], facts: [...facts, ...unknown] }];
}

const channelNames = { email: words.email, push: words.pushMessage } as const;

/** `2 emails` */
const countsOf = {
  email: (count: number) => words.countOfEmails({ count }),
  push: (count: number) => words.countOfPushMessages({ count }),
} as const;

function messagesCheck({ messages: channels, push_is_ready }: ClubHealth, now: number): Check {
  const refused = channels.flatMap(({ channel, late, failed, paused_until }) => {
    const name = channelNames[channel];
    return [
      ...(paused_until === null
        ? []
        : [words.channelRefusesMessages({ name, time: inMinutes(paused_until, now) })]),
      ...(late > 0 ? [words.shouldHaveBeenSent({ messages: countsOf[channel](late) })] : []),
      ...(failed > 0 ? [words.failedInTheLastDay({ messages: countsOf[channel](failed) })] : []),
    ];
  });
  const noKeys = push_is_ready ? [] : [words.pushHasNoKeys];
  const problems = [...noKeys, ...refused];
  const waiting = channels.map(({ channel, waiting: count }) => countsOf[channel](count));
  return {
    title: words.messages,
    problems,
    facts: [words.waiting({ messages: waiting.join(` ${footballWords.and} `) })],
  };
}

function jobsCheck(jobs: ClubHealth["jobs"]): Check {
  const problems = jobs.flatMap(({ name, failed, late }) => [
    ...(failed ? [words.jobFailed({ name: nameOfJob(name) })] : []),
    ...(late ? [words.jobIsLate({ name: nameOfJob(name) })] : []),
  ]);
  return { title: words.scheduledWork, problems, facts: [words.countOfJobs({ count: jobs.length })] };
}

function providerCheck(state: ClubHealth["provider"], now: number): Check {
  const title = words.liveScores;
  if (!state.key_is_set) return { title, problems: [], facts: [words.noProvider] };
  const problems =
    state.failures > 0
      ? [words.pollsFailed({ count: state.failures, error: lastErrorOf(state) ?? words.noAnswer })]
      : [];
  const answered =
    state.answered_at === null
      ? words.hasNotAnsweredYet
      : words.lastAnswered({ ago: timeAgo(state.answered_at, now) });
  const left =
    state.day_left === null
      ? words.requestsLeftThisMinute({ count: state.minute_left })
      : words.requestsLeftToday({ count: state.day_left });
  return { title, problems, facts: [`${providerLabel(state.provider)}. ${answered}`, left] };
}

/** The title of the check of duplicates. The doctor adds their names. */
export const DUPLICATES_TITLE = words.duplicates;

function duplicatesCheck({ duplicate_teams: teams, duplicate_matches: matches }: ClubHealth): Check {
  const problems = [
    ...(teams > 0 ? [words.teamsAreListedTwice({ teams })] : []),
    ...(matches > 0 ? [words.matchesAreListedTwice({ matches })] : []),
  ];
  const facts = problems.length === 0 ? [words.nothingIsListedTwice] : [];
  return { title: DUPLICATES_TITLE, problems, facts };
}

function kickOffsCheck({ matches_without_time: matches }: ClubHealth): Check {
  return {
    title: words.kickOffs,
    problems: matches.map((match) => words.timeIsToBeConfirmed({ match: matchLabel(match) })),
    facts: matches.length === 0 ? [words.everyMatchHasATime] : [],
  };
}

/** Only shown if a match has none: a match that is added has one. */
function seasonsCheck({ without_season: { count, first } }: ClubHealth): Check[] {
  if (count === 0) return [];
  const matches = first.map(matchLabel).join("; ");
  const problem = words.matchesHaveNoSeason({ count, matches, more: count - first.length });
  return [{ title: words.seasons, problems: [problem], facts: [words.howToGiveASeason] }];
}

function databaseCheck({ database_bytes }: ClubHealth): Check {
  return { title: words.database, problems: [], facts: [`${megabytes(database_bytes)}.`] };
}

function megabytes(bytes: number): string {
  return words.megabytes({ count: formatNumber(Math.round(bytes / 2 ** 20)) });
}

function inMinutes(at: string, now: number): string {
  return words.inMinutes({ count: Math.max(1, Math.ceil((new Date(at).getTime() - now) / 60_000)) });
}
