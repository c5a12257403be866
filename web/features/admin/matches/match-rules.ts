import type { MatchRow } from "../../../backend/types/rows.ts";
import { parseGoals } from "../../../football/rules/points.ts";
import { sanitise } from "../../../session/account-rules.ts";

/** The values of the match form. Date and time are in the club's time zone. */
export interface MatchFields {
  home: string;
  away: string;
  date: string;
  time: string;
  league: string;
  round: string;
  season: string;
  toBeConfirmed: boolean;
}

export const defaultTime = "20:00";

/** The form's values for an existing match, or for a new one today. */
export function fieldsOf(match: MatchRow | null, today: string): MatchFields {
  return {
    home: match?.home_team_name ?? "",
    away: match?.away_team_name ?? "",
    date: match?.match_date ?? today,
    time: match?.match_time.slice(0, 5) ?? defaultTime,
    league: match?.league ?? "",
    round: match?.round ?? "",
    season: match?.season ?? "",
    toBeConfirmed: match ? !match.kickoff_confirmed : false,
  };
}

/** Why the match cannot be saved, or null. */
export function problemWith({ home, away, date, time, league }: MatchFields): string | null {
  if ([home, away, date, time, league].some((value) => value.trim() === ""))
    return "Please fill in all fields";
  if (home.trim().toLowerCase() === away.trim().toLowerCase()) return "Home and away teams must be different";
  return null;
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
    return { problem: "Please enter a valid score (0 or higher)" };
  return { home: h, away: a };
}

/** Today's date in the club's time zone, `2026-11-21`. */
export function clubToday(timeZone: string, now: number): string {
  return new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(now);
}
