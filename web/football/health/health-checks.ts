/** Says in sentences what the health's figures mean, and what needs attention. */
import { providerLabel } from "../../backend/types/providers.ts";
import { formatNumber } from "../../ui/text/format-number.ts";
import { plural } from "../../ui/text/plural.ts";
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
    answered_at: string | null;
    minute_left: number;
    day_left: number | null;
  };
  duplicate_teams: number;
  duplicate_matches: number;
  /** The matches of the next three days whose time is to be confirmed: `Leeds v Hull, 21 Nov 2026`. */
  matches_without_time: string[];
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
 * The checks of each host and its machine, then of backups, messages, jobs, the provider, duplicates, kick-offs and the
 * database. `now`: ms since 1970.
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
    title: "Clock of PostgreSQL",
  };
  return [...machineChecks(machine, at), database].map((check) =>
    isOneOfSeveral ? { ...check, title: `${check.title} of ${host}` } : check,
  );
}

function hostCheck(report: HostReport, now: number): Check {
  const title = `Host ${report.host}`;
  const age = now - new Date(report.reported_at).getTime();
  if (age > SILENT_AFTER_MS)
    return {
      title,
      problems: [`It last reported ${timeAgo(report.reported_at, now)}. Is it still running?`],
      facts: [],
    };
  const problems = [
    ...(report.failed_requests > 0
      ? [`${plural(report.failed_requests, "request")} failed in the last half minute.`]
      : []),
    ...(report.loop_delay_ms > SLOW_LOOP_MS
      ? [`It is overloaded: it reacts after ${formatNumber(report.loop_delay_ms)} ms.`]
      : []),
    ...(report.database_waiting > 0
      ? [`${plural(report.database_waiting, "request")} waited for the database.`]
      : []),
  ];
  return {
    title,
    problems,
    facts: [
      `Started ${timeAgo(report.started_at, now)}, with ${megabytes(report.memory_bytes)} of memory.`,
      `${plural(report.requests, "request")} in half a minute, and ${plural(report.sockets, "page")} open for live updates.`,
    ],
  };
}

const backupNames = { copy: "daily copy on this machine", backup: "backup in the second place" } as const;

/** None without a host, because Supabase makes its own backups. */
function backupsCheck({ backups, hosts }: ClubHealth, now: number): Check[] {
  if (hosts.length === 0) return [];
  const runsLong = hosts.some(({ started_at }) => now - new Date(started_at).getTime() > BACKED_UP_AFTER_MS);
  const none =
    backups.length === 0 && runsLong ? ["No host makes backups. BACKUP_TO switches daily ones on."] : [];
  const problems = backups.flatMap(({ kind, error, missing }) => [
    ...(error === null ? [] : [`The last ${backupNames[kind]} failed: ${error}`]),
    ...(missing ? [`There is no ${backupNames[kind]} of the last two days.`] : []),
  ]);
  const facts = backups.flatMap(({ kind, last_success }) =>
    last_success === null ? [] : [`The last ${backupNames[kind]} was made ${timeAgo(last_success, now)}.`],
  );
  const unknown = backups.length === 0 && none.length === 0 ? ["None is reported yet."] : [];
  return [{ title: "Backups", problems: [...none, ...problems], facts: [...facts, ...unknown] }];
}

const channelNames = { email: "email", push: "push message" } as const;

function messagesCheck({ messages: channels, push_is_ready }: ClubHealth, now: number): Check {
  const refused = channels.flatMap(({ channel, late, failed, paused_until }) => {
    const name = channelNames[channel];
    return [
      ...(paused_until === null
        ? []
        : [
            `The server of the channel “${name}” refuses every message. The next try is ${inMinutes(paused_until, now)}.`,
          ]),
      ...(late > 0 ? [`${plural(late, name)} should have been sent more than ten minutes ago.`] : []),
      ...(failed > 0 ? [`${plural(failed, name)} failed in the last day.`] : []),
    ];
  });
  const noKeys = push_is_ready ? [] : ["Push messages have no keys yet. The job “Send messages” makes them."];
  const problems = [...noKeys, ...refused];
  const waiting = channels.map(({ channel, waiting: count }) => plural(count, channelNames[channel]));
  return { title: "Messages", problems, facts: [`Waiting: ${waiting.join(" and ")}.`] };
}

function jobsCheck(jobs: ClubHealth["jobs"]): Check {
  const problems = jobs.flatMap(({ name, failed, late }) => [
    ...(failed ? [`“${name}” failed at its last run. Scheduled work has the reason.`] : []),
    ...(late ? [`“${name}” is late. Does a host run, or pg_cron?`] : []),
  ]);
  return { title: "Scheduled work", problems, facts: [`${plural(jobs.length, "job")}.`] };
}

function providerCheck(state: ClubHealth["provider"], now: number): Check {
  const title = "Live scores";
  if (!state.key_is_set) return { title, problems: [], facts: ["No provider. Organisers enter the scores."] };
  const problems =
    state.failures > 0
      ? [`${plural(state.failures, "poll")} failed: ${state.last_error ?? "no answer"}.`]
      : [];
  const answered =
    state.answered_at === null
      ? "It has not answered yet."
      : `It last answered ${timeAgo(state.answered_at, now)}.`;
  const left =
    state.day_left === null
      ? `${plural(state.minute_left, "request")} left this minute.`
      : `${plural(state.day_left, "request")} left today.`;
  return { title, problems, facts: [`${providerLabel(state.provider)}. ${answered}`, left] };
}

/** The title of the check of duplicates. The doctor adds their names. */
export const DUPLICATES_TITLE = "Duplicates";

function duplicatesCheck({ duplicate_teams: teams, duplicate_matches: matches }: ClubHealth): Check {
  const problems = [
    ...(teams > 0 ? [`${plural(teams, "team is", "teams are")} listed under two names.`] : []),
    ...(matches > 0 ? [`${plural(matches, "match is", "matches are")} listed twice.`] : []),
  ];
  const facts = problems.length === 0 ? ["No team or match is listed twice."] : [];
  return { title: DUPLICATES_TITLE, problems, facts };
}

function kickOffsCheck({ matches_without_time: matches }: ClubHealth): Check {
  return {
    title: "Kick-offs",
    problems: matches.map((match) => `${match}: the time is still to be confirmed.`),
    facts: matches.length === 0 ? ["Each match of the next three days has a time."] : [],
  };
}

function databaseCheck({ database_bytes }: ClubHealth): Check {
  return { title: "Database", problems: [], facts: [`${megabytes(database_bytes)}.`] };
}

function megabytes(bytes: number): string {
  return `${formatNumber(Math.round(bytes / 2 ** 20))} MB`;
}

function inMinutes(at: string, now: number): string {
  return `in ${plural(Math.max(1, Math.ceil((new Date(at).getTime() - now) / 60_000)), "minute")}`;
}
