import type { MatchRow } from "./rows.ts";

/**
 * A match of the Premier League for unit tests: it is upcoming, has no score and locks at its kick-off.
 * `kickOff` is in milliseconds since 1970. `changes` replaces columns, and `match_date` and `match_time` do not follow `kickOff`.
 */
export function aMatch(kickOff: number, changes: Partial<MatchRow> = {}): MatchRow {
  const at = new Date(kickOff).toISOString();
  return {
    id: "match",
    home_team_name: "Home",
    away_team_name: "Away",
    home_team_logo: null,
    away_team_logo: null,
    match_date: "2000-01-01",
    match_time: "12:00:00",
    day_time_zone: null,
    league: "Premier League",
    season: null,
    round: null,
    status: "upcoming",
    home_score: null,
    away_score: null,
    kickoff_at: at,
    locks_at: at,
    kickoff_confirmed: true,
    predictions_count: 0,
    completed_at: null,
    predictions_revealed_at: null,
    created_at: at,
    updated_at: at,
    ...changes,
  };
}
