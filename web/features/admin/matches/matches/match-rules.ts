import * as words from "#words/admin-matches";
import * as footballWords from "#words/football";
import { field } from "../../../../backend/edits/save-edit.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import { dateRange, datesAllowed } from "../../../../football/fixtures/dates-allowed.ts";
import { parseGoals } from "../../../../football/rules/points.ts";
import { clubDate, dayInZone } from "../../../../football/time/club-day.ts";
import { clubInstant } from "../../../../football/time/club-instant.ts";
import { isPostponed } from "../../../../football/time/kick-off.ts";
import { problemWithCharacters, sanitise } from "../../../../ui/text/sanitise.ts";

/** The values of the match form. Date and time are in the club's time zone. */
export interface MatchFields {
  home: string;
  away: string;
  date: string;
  time: string;
  league: string;
  round: string;
  season: string;
  /** The day is known, and not the time. */
  toBeConfirmed: boolean;
  /** There is no new day yet; `date` and `time` are the old ones. */
  isPostponed: boolean;
}

/** The fields as the question about two edits shows them. */
export const matchEditFields = [
  field<MatchFields>(words.homeTeam, ["home"]),
  field<MatchFields>(words.awayTeam, ["away"]),
  field<MatchFields>(words.kickOff, ["date", "time", "toBeConfirmed", "isPostponed"], kickOffIn),
  field<MatchFields>(words.league, ["league"]),
  field<MatchFields>(words.round, ["round"]),
  field<MatchFields>(words.season, ["season"]),
];

function kickOffIn({ date, time, toBeConfirmed, isPostponed }: MatchFields): string {
  if (isPostponed) return footballWords.postponedFrom({ date: clubDate(date) });
  return toBeConfirmed
    ? footballWords.dateToBeConfirmed({ date: clubDate(date) })
    : `${clubDate(date)}, ${time}`;
}

export const defaultTime = "20:00";

/** The form's values for an existing match, or for a new one on `day`. */
export function fieldsOf(match: MatchRow | null, day: string): MatchFields {
  return {
    home: match?.home_team_name ?? "",
    away: match?.away_team_name ?? "",
    date: match?.match_date ?? day,
    time: match?.match_time.slice(0, 5) ?? defaultTime,
    league: match?.league ?? "",
    round: match?.round ?? "",
    season: match?.season ?? "",
    toBeConfirmed: match !== null && !match.kickoff_confirmed && !isPostponed(match),
    isPostponed: match !== null && isPostponed(match),
  };
}

/** Why the match cannot be saved, or null. */
export function problemWith(fields: MatchFields, now: number): string | null {
  const { home, away, date, time, league, round, season } = fields;
  if ([home, away, date, time, league].some((value) => value.trim() === "")) return words.fillInAllFields;
  if (home.trim().toLowerCase() === away.trim().toLowerCase()) return words.teamsMustDiffer;
  const { first, last } = datesAllowed(now);
  if (date < first || date > last) return words.dateMustBe({ range: dateRange });
  return problemWithCharacters(home, away, round, season);
}

/** The club's spelling of a team, ignoring case; undefined for an unknown team. */
export function knownTeam(typed: string, teams: readonly string[]): string | undefined {
  const name = typed.trim().toLowerCase();
  return teams.find((team) => team.toLowerCase() === name);
}

/** The fields without the characters that the database refuses, and with the club's spelling of the teams. */
export function cleaned(fields: MatchFields, teams: readonly string[]): MatchFields {
  const team = (typed: string) => knownTeam(sanitise(typed), teams) ?? sanitise(typed);
  return {
    ...fields,
    home: team(fields.home),
    away: team(fields.away),
    round: sanitise(fields.round),
    season: sanitise(fields.season),
  };
}

/** Both typed scores as numbers, or why they cannot be saved. */
export function scoreOf(home: string, away: string): { home: number; away: number } | { problem: string } {
  const goals = [parseGoals(home), parseGoals(away)];
  for (const parsed of goals) if ("problem" in parsed) return parsed;
  const [h, a] = goals.map((parsed) => ("goals" in parsed ? parsed.goals : null));
  if (h === null || h === undefined || a === null || a === undefined)
    return { problem: footballWords.enterAValidScore };
  return { home: h, away: a };
}

/**
 * The day on which a new match is probably played: that of the club's next match, or else the next Saturday. The kick-off
 * at `time` is in the future.
 */
export function likelyMatchDay(next: string | null, time: string, timeZone: string, now: number): string {
  const isAhead = (day: string) => Date.parse(clubInstant(day, time, timeZone) ?? "") > now;
  if (next && isAhead(next)) return next;
  const today = Date.parse(`${dayInZone(timeZone, now)}T00:00:00Z`);
  const untilSaturday = (6 - new Date(today).getUTCDay() + 7) % 7;
  const saturday = (days: number) => new Date(today + days * 86_400_000).toISOString().slice(0, 10);
  return isAhead(saturday(untilSaturday)) ? saturday(untilSaturday) : saturday(untilSaturday + 7);
}

/** Whether saving these fields makes a kick-off that has passed. False if an existing match keeps its kick-off. */
export function movesIntoPast(
  fields: MatchFields,
  match: MatchRow | null,
  timeZone: string,
  now: number,
): boolean {
  const before = fieldsOf(match, "");
  if (
    fields.toBeConfirmed ||
    fields.isPostponed ||
    (before.date === fields.date && before.time === fields.time)
  )
    return false;
  const kickoff = clubInstant(fields.date, fields.time, timeZone);
  return kickoff !== null && Date.parse(kickoff) <= now;
}

/** A reopening with its kick-off as an instant, or why the match cannot be reopened. */
export function reopeningOf(
  date: string,
  time: string,
  reason: string,
  timeZone: string,
  now: number,
): { kickoff: string; reason: string } | { problem: string } {
  const kickoff = clubInstant(date, time, timeZone);
  const given = reason.trim().replace(/\s+/g, " ");
  if (!kickoff) return { problem: words.enterDateAndTime };
  if (Date.parse(kickoff) <= now) return { problem: words.kickOffMustBeLater };
  if (given.length < 3 || given.length > 200) return { problem: words.giveAReason };
  return { kickoff, reason: given };
}

/** What voiding a completed match does, in sentences. `scoring`: the members with points from it; undefined: unknown. */
export function voidingEffects(
  { home_score, away_score, predictions_count }: MatchRow,
  scoring: number | undefined,
): string[] {
  const takenBack =
    scoring === undefined
      ? words.pointsTakenFromEveryone
      : scoring === 0
        ? words.nobodyHasPointsFromIt
        : words.pointsTakenFromMembers({ members: scoring });
  return [
    words.resultNoLongerCounts({ home: home_score ?? "", away: away_score ?? "" }),
    takenBack,
    ...(predictions_count > 0 ? [words.predictionsKeptMembersTold({ members: predictions_count })] : []),
  ];
}
