import type { MatchRow } from "../../../backend/types/rows.ts";
import { parseGoals } from "../../../football/rules/points.ts";
import { sanitise } from "../../../session/account-rules.ts";

/** A match as the form holds it. Date and time are the club's. */
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

/** The form of an existing match, or an empty one for today. */
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

/** What is wrong with the form, or null. */
export function problemWith({ home, away, date, time, league }: MatchFields): string | null {
  if ([home, away, date, time, league].some((value) => value.trim() === ""))
    return "Please fill in all fields";
  if (home.trim().toLowerCase() === away.trim().toLowerCase()) return "Home and away teams must be different";
  return null;
}

/** The team as the club writes it, whatever the capitals; undefined for one that is new to the club. */
export function knownTeam(typed: string, teams: readonly string[]): string | undefined {
  const name = typed.trim().toLowerCase();
  return teams.find((team) => team.toLowerCase() === name);
}

/** One-line fields without the characters the club does not store, and its teams as it writes them. */
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

/** Both scores as typed, or why they cannot be saved. */
export function scoreOf(home: string, away: string): { home: number; away: number } | { problem: string } {
  const goals = [parseGoals(home), parseGoals(away)];
  for (const parsed of goals) if ("problem" in parsed) return parsed;
  const [h, a] = goals.map((parsed) => ("goals" in parsed ? parsed.goals : null));
  if (h === null || h === undefined || a === null || a === undefined)
    return { problem: "Please enter a valid score (0 or higher)" };
  return { home: h, away: a };
}

/** Today's date where the club is, `2026-11-21`. */
export function clubToday(timeZone: string, now: number): string {
  return new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(now);
}
