/** football-data.org v4, as documented at https://docs.football-data.org/general/v4. */

import type { ProviderApi } from "./provider-server.ts";
import { type Goals, type Phase, type SimulatedMatch, seasonOf } from "./simulated-match.ts";

const CODES = { premier_league: "PL", fa_cup: "FAC", champions_league: "CL" } as const;

const STATUS: Readonly<Record<Phase, string>> = {
  "date only": "SCHEDULED",
  scheduled: "TIMED",
  "first half": "IN_PLAY",
  "half time": "PAUSED",
  "second half": "IN_PLAY",
  "extra time": "IN_PLAY",
  "shoot-out": "IN_PLAY",
  over: "FINISHED",
  "over after extra time": "FINISHED",
  "over after penalties": "FINISHED",
  postponed: "POSTPONED",
  suspended: "SUSPENDED",
  // The API has no status for abandoned matches.
  abandoned: "SUSPENDED",
  cancelled: "CANCELLED",
  awarded: "AWARDED",
};

export const footballDataApi: ProviderApi = {
  keyOf: ({ headers }) => String(headers["x-auth-token"] ?? ""),
  headers: ({ quota }) => ({
    "x-api-version": "v4",
    ...(quota.minute === null
      ? {}
      : {
          "x-requests-available-minute": String(quota.minute),
          "x-requestcounter-reset": String(quota.minuteEndsIn),
        }),
  }),
  answer(url, { games }, keyIsGood) {
    if (!keyIsGood) return { status: 400, body: { message: "Your API token is invalid.", errorCode: 400 } };
    const [, version, resource, code, sub] = url.pathname.split("/");
    if (version !== "v4") return { status: 404, body: { message: "Not found", errorCode: 404 } };
    const from = url.searchParams.get("dateFrom") ?? "0000-00-00";
    const to = url.searchParams.get("dateTo") ?? "9999-99-99";
    if (resource === "matches" && Date.parse(to) - Date.parse(from) > 10 * 86_400_000)
      return {
        status: 400,
        body: { message: "Specified period must not exceed 10 days.", errorCode: 400 },
      };
    const codes = sub === "matches" ? [code] : url.searchParams.get("competitions")?.split(",");
    const found = games.filter(
      ({ competition, kickoff }) =>
        (!codes || codes.includes(CODES[competition])) &&
        kickoff.slice(0, 10) >= from &&
        kickoff.slice(0, 10) <= to,
    );
    return { status: 200, body: { resultSet: { count: found.length }, matches: found.map(asMatch) } };
  },
};

function asMatch(game: SimulatedMatch): object {
  const year = seasonOf(game);
  const league = game.competition === "premier_league";
  return {
    id: game.id,
    utcDate: game.phase === "date only" ? `${game.kickoff.slice(0, 10)}T00:00:00Z` : game.kickoff,
    status: STATUS[game.phase],
    ...(game.minute === undefined ? {} : { minute: game.minute, injuryTime: null }),
    matchday: league ? game.matchday : null,
    stage: league ? "REGULAR_SEASON" : "LAST_16",
    lastUpdated: game.kickoff,
    competition: { id: 1, name: game.competition, code: CODES[game.competition], type: "LEAGUE" },
    season: { id: 1, startDate: `${year}-08-15`, endDate: `${year + 1}-05-24` },
    homeTeam: { id: 1, name: game.home, shortName: game.home, tla: "HOM" },
    awayTeam: { id: 2, name: game.away, shortName: game.away, tla: "AWA" },
    score: scoreOf(game),
  };
}

/** fullTime includes extra time and the shoot-out. regularTime exists for matches of more than 90 minutes. */
function scoreOf({ phase, score, extra, penalties }: SimulatedMatch): object {
  const none = { home: null, away: null };
  const duration = penalties ? "PENALTY_SHOOTOUT" : extra ? "EXTRA_TIME" : "REGULAR";
  const total =
    score && [extra, penalties].reduce<Goals>((sum, goals) => (goals ? plus(sum, goals) : sum), score);
  return {
    winner: phase.startsWith("over") && total ? winnerOf(total) : null,
    duration,
    fullTime: total ? asGoals(total) : none,
    halfTime: none,
    ...(extra && score ? { regularTime: asGoals(score), extraTime: asGoals(extra) } : {}),
    ...(penalties ? { penalties: asGoals(penalties) } : {}),
  };
}

const asGoals = ([home, away]: Goals) => ({ home, away });
const plus = (a: Goals, b: Goals): Goals => [a[0] + b[0], a[1] + b[1]];
const winnerOf = ([home, away]: Goals): string =>
  home === away ? "DRAW" : home > away ? "HOME_TEAM" : "AWAY_TEAM";
