/** API-Football v3, as documented at https://www.api-football.com/documentation-v3: a refusal is `errors` in a 200 response. */

import type { ProviderApi } from "./provider-server.ts";
import { type Goals, type Phase, type SimulatedMatch, seasonOf } from "./simulated-match.ts";

const LEAGUES = { premier_league: 39, fa_cup: 45, champions_league: 2 } as const;

const STATUS: Readonly<Record<Phase, string>> = {
  "date only": "TBD",
  scheduled: "NS",
  "first half": "1H",
  "half time": "HT",
  "second half": "2H",
  "extra time": "ET",
  "shoot-out": "P",
  over: "FT",
  "over after extra time": "AET",
  "over after penalties": "PEN",
  postponed: "PST",
  suspended: "SUSP",
  abandoned: "ABD",
  cancelled: "CANC",
  awarded: "AWD",
};

export const apiFootballApi: ProviderApi = {
  keyOf: ({ headers }) => String(headers["x-apisports-key"] ?? ""),
  headers: ({ quota }) => ({
    ...(quota.minute === null
      ? {}
      : { "x-ratelimit-limit": "10", "x-ratelimit-remaining": String(quota.minute) }),
    ...(quota.day === null
      ? {}
      : { "x-ratelimit-requests-limit": "100", "x-ratelimit-requests-remaining": String(quota.day) }),
  }),
  answer(url, { games }, keyIsGood) {
    const get = url.pathname.slice(1);
    const parameters = Object.fromEntries(url.searchParams);
    const wrap = (response: unknown, errors: object, results: number) => ({
      status: 200,
      body: { get, parameters, errors, results, paging: { current: 1, total: 1 }, response },
    });
    if (!keyIsGood)
      return wrap([], { token: "Error/Missing application key. Go to the documentation to get one." }, 0);
    if (get === "status")
      return wrap(
        { subscription: { plan: "Free", active: true }, requests: { current: 1, limit_day: 100 } },
        [],
        1,
      );
    const { league, season, from = "0000-00-00", to = "9999-99-99" } = parameters;
    if (from !== "0000-00-00" && !season)
      return wrap([], { season: "The Season field is required with the From field." }, 0);
    const found = games.filter(
      ({ competition, kickoff }) =>
        String(LEAGUES[competition]) === league && kickoff.slice(0, 10) >= from && kickoff.slice(0, 10) <= to,
    );
    return wrap(found.map(asFixture), [], found.length);
  },
};

function asFixture(game: SimulatedMatch): object {
  const { score, extra, penalties } = game;
  const year = seasonOf(game);
  const past = ["over", "extra time", "shoot-out"].some((word) => game.phase.startsWith(word));
  const running = score && ([score[0] + (extra?.[0] ?? 0), score[1] + (extra?.[1] ?? 0)] as const);
  return {
    fixture: {
      id: game.id,
      timezone: "UTC",
      date: game.kickoff.replace("Z", "+00:00"),
      timestamp: Date.parse(game.kickoff) / 1000,
      status: { long: game.phase, short: STATUS[game.phase], elapsed: game.minute ?? null, extra: null },
    },
    league: {
      id: LEAGUES[game.competition],
      name: game.competition,
      season: year,
      round: game.competition === "premier_league" ? `Regular Season - ${game.matchday}` : "Round of 16",
    },
    teams: { home: { id: 1, name: game.home, winner: null }, away: { id: 2, name: game.away, winner: null } },
    goals: asGoals(running),
    score: {
      halftime: asGoals(undefined),
      fulltime: asGoals(past || game.phase === "awarded" ? score : undefined),
      extratime: asGoals(extra),
      penalty: asGoals(penalties),
    },
  };
}

const asGoals = (goals: Goals | undefined) => ({ home: goals?.[0] ?? null, away: goals?.[1] ?? null });
