const HOUR = 3_600_000;

/** A match that kicks off and locks so many hours after the start of the test, with what the pages read of it. */
export function comingMatch(id: string, home: string, away: string, league: string, hours: number) {
  const kickOff = new Date(performance.timeOrigin + hours * HOUR).toISOString();
  return {
    id,
    home_team_name: home,
    away_team_name: away,
    league,
    season: "2026/27",
    // not a text: a name
    round: "Matchday 3",
    status: "upcoming",
    match_date: kickOff.slice(0, 10),
    kickoff_at: kickOff,
    kickoff_confirmed: true,
    locks_at: kickOff,
  };
}
