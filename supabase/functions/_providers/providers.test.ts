/** Both providers over HTTP on loopback: documented and undocumented responses. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PROVIDER_APIS, PROVIDER_NAMES, providerAddresses } from "../../../tests/providers/provider-apis.ts";
import { type ProviderServer, startProvider } from "../../../tests/providers/provider-server.ts";
import type { Phase, SimulatedMatch } from "../../../tests/providers/simulated-match.ts";
import { ProviderError } from "./ask.ts";
import { openProvider } from "./open-provider.ts";
import type { ProviderMatch, Question } from "./provider.ts";

const QUESTION: Question = {
  purpose: "scores",
  competitions: ["premier_league", "fa_cup", "friendly_club"],
  from: "2026-11-20",
  to: "2026-11-22",
};
const GAME: SimulatedMatch = {
  id: 4711,
  competition: "premier_league",
  home: "Arsenal FC",
  away: "Chelsea FC",
  kickoff: "2026-11-21T15:00:00Z",
  matchday: 12,
  phase: "scheduled",
};

describe.each(PROVIDER_NAMES)("%s", (name) => {
  let server: ProviderServer;
  beforeEach(async () => {
    server = await startProvider(PROVIDER_APIS[name]);
  });
  afterEach(() => server.stop());

  const provider = (key = server.key, patience = 5_000) =>
    openProvider(name, key, providerAddresses(server.url), patience);
  const read = async (...games: SimulatedMatch[]): Promise<ProviderMatch[]> => {
    server.games = games;
    return (await provider().matches(QUESTION)).matches;
  };
  const failure = async (patience?: number): Promise<ProviderError> => {
    const error: unknown = await provider(server.key, patience)
      .matches(QUESTION)
      .catch((thrown: unknown) => thrown);
    if (error instanceof ProviderError) return error;
    throw new Error(`It did not fail: ${JSON.stringify(error)}`);
  };

  it("returns a match in the common format", async () => {
    expect(await read(GAME)).toEqual([
      {
        id: "4711",
        competition: "premier_league",
        home: "Arsenal FC",
        away: "Chelsea FC",
        season: "2026/27",
        round: "Matchday 12",
        kickoff: expect.stringMatching(/^2026-11-21T15:00:00(Z|\+00:00)$/),
        confirmed: true,
        state: "scheduled",
        minute: null,
        home_score: null,
        away_score: null,
        extra_home: null,
        extra_away: null,
        penalties_home: null,
        penalties_away: null,
      },
    ]);
  });

  it.each<[Phase, ProviderMatch["state"]]>([
    ["date only", "scheduled"],
    ["scheduled", "scheduled"],
    ["first half", "in_play"],
    ["half time", "half_time"],
    ["second half", "in_play"],
    ["over", "finished"],
    ["postponed", "postponed"],
    ["suspended", "suspended"],
    ["abandoned", name === "api_football" ? "abandoned" : "suspended"],
    ["cancelled", "cancelled"],
    ["awarded", "awarded"],
  ])("%s is %s", async (phase, state) => {
    expect(await read({ ...GAME, phase })).toMatchObject([{ state, confirmed: phase !== "date only" }]);
  });

  it("returns the current score and the minute during play", async () => {
    expect(await read({ ...GAME, phase: "second half", minute: 67, score: [2, 1] })).toMatchObject([
      { state: "in_play", minute: 67, home_score: 2, away_score: 1 },
    ]);
  });

  it.each<[Phase, ProviderMatch["state"]]>([
    ["extra time", "extra_time"],
    ["over after extra time", "finished"],
  ])("%s: keeps the 90-minute score and returns extra time separately", async (phase, state) => {
    expect(await read({ ...GAME, competition: "fa_cup", phase, score: [1, 1], extra: [1, 0] })).toMatchObject(
      [{ state, home_score: 1, away_score: 1, extra_home: 1, extra_away: 0, penalties_home: null }],
    );
  });

  it.each<[Phase, ProviderMatch["state"]]>([
    ["shoot-out", "penalties"],
    ["over after penalties", "finished"],
  ])("%s: returns its goals separately", async (phase, state) => {
    const game: SimulatedMatch = {
      ...GAME,
      competition: "fa_cup",
      phase,
      score: [1, 1],
      extra: [1, 1],
      penalties: [4, 2],
    };
    expect(await read(game)).toMatchObject([
      {
        state,
        home_score: 1,
        away_score: 1,
        extra_home: 1,
        extra_away: 1,
        penalties_home: 4,
        penalties_away: 2,
      },
    ]);
  });

  it("returns the score of an awarded match with the state awarded", async () => {
    expect(await read({ ...GAME, phase: "awarded", score: [3, 0] })).toMatchObject([
      { state: "awarded", home_score: 3, away_score: 0 },
    ]);
  });

  it("requests the supported competitions and the given days", async () => {
    const matches = await read(
      GAME,
      { ...GAME, id: 2, competition: "champions_league" },
      { ...GAME, id: 3, kickoff: "2026-11-23T15:00:00Z" },
      { ...GAME, id: 4, competition: "fa_cup" },
    );
    expect(matches.map(({ id, competition }) => [id, competition])).toEqual([
      ["4711", "premier_league"],
      ["4", "fa_cup"],
    ]);
    expect(server.requests).toHaveLength(name === "football_data" ? 1 : 2);
  });

  it("requests four weeks of fixtures one competition at a time", async () => {
    server.games = [GAME, { ...GAME, id: 5, kickoff: "2026-12-12T15:00:00Z" }];
    const found = await provider().matches({ ...QUESTION, purpose: "fixtures", to: "2026-12-18" });
    expect(found.matches.map(({ id }) => id)).toEqual(["4711", "5"]);
    expect(server.requests).toHaveLength(2);
  });

  it("skips and counts a match that does not follow the documentation", async () => {
    server.games = [{ ...GAME, id: 1, phase: "over", score: [51, 0] }, GAME, { ...GAME, id: 2, home: "" }];
    const found = await provider().matches(QUESTION);
    expect([found.matches.map(({ id }) => id), found.unreadable]).toEqual([["4711"], 2]);
  });

  it("returns no score if one side is missing", async () => {
    const game = { ...GAME, phase: "over" as const, score: [1, null as unknown as number] as const };
    expect(await read(game)).toMatchObject([{ home_score: null, away_score: null }]);
  });

  it("accepts the right key only", async () => {
    await expect(provider().tryKey()).resolves.toBeUndefined();
    await expect(provider("wrong").tryKey()).rejects.toMatchObject({ kind: "refused" });
  });

  it("never repeats the key in an error", async () => {
    const body =
      name === "football_data"
        ? { message: `Token ${server.key} is not allowed` }
        : { errors: { access: `Token ${server.key} is not allowed` }, response: [] };
    server.mishaps.push({ kind: "status", status: name === "football_data" ? 400 : 200, body });
    const error = await failure();
    expect([error.kind, error.message]).toEqual([
      "refused",
      expect.stringContaining("Token *** is not allowed"),
    ]);
  });

  it("reads the remaining requests from the headers", async () => {
    server.quota = { minute: 3, minuteEndsIn: 41, day: 17 };
    const { limits } = await provider().matches(QUESTION);
    expect(limits).toEqual(
      name === "football_data"
        ? { minuteLeft: 3, minuteEndsIn: 41, dayLeft: null }
        : { minuteLeft: 3, minuteEndsIn: null, dayLeft: 17 },
    );
  });

  it("reads the wait from a 429", async () => {
    server.mishaps.push({ kind: "status", status: 429, headers: { "retry-after": "23" } });
    expect(await failure()).toMatchObject({ kind: "limited", waitSeconds: 23, limits: { minuteLeft: 0 } });
  });

  it("reports a server error as unavailable", async () => {
    server.mishaps.push({ kind: "status", status: 503 });
    expect(await failure()).toMatchObject({ kind: "unavailable", waitSeconds: null });
  });

  it("fails when the response does not end in time", async () => {
    server.mishaps.push({ kind: "slow", milliseconds: 60_000 });
    expect(await failure(150)).toMatchObject({
      kind: "unavailable",
      message: "127.0.0.1 did not answer within 0.15 seconds",
    });
  });

  it("accepts a slow response that ends in time", async () => {
    server.games = [GAME];
    server.mishaps.push({ kind: "slow", milliseconds: 50 });
    expect((await provider().matches(QUESTION)).matches).toHaveLength(1);
  });

  it.each([{ kind: "cut" }, { kind: "half" }] as const)(
    "fails for an incomplete response ($kind)",
    async (mishap) => {
      server.games = [GAME];
      server.mishaps.push(mishap);
      expect((await failure()).kind).toBe(mishap.kind === "cut" ? "unavailable" : "unreadable");
    },
  );

  it.each(["<html>Welcome</html>", "[]", '{"hello":"there"}', "null"])(
    "refuses %s as a list of matches",
    async (body) => {
      server.mishaps.push({ kind: "text", body });
      expect((await failure()).kind).toBe("unreadable");
    },
  );

  it("fails when nothing listens at the address", async () => {
    await server.stop();
    const error = await failure();
    expect([error.kind, error.message]).toEqual(["unavailable", "127.0.0.1 could not be reached"]);
    server = await startProvider(PROVIDER_APIS[name]);
  });
});

describe("football_data", () => {
  let server: ProviderServer;
  beforeEach(async () => {
    server = await startProvider(PROVIDER_APIS.football_data);
    server.games = [GAME, { ...GAME, id: 2, competition: "champions_league" }];
  });
  afterEach(() => server.stop());
  const restricted = { kind: "status", status: 403, body: { message: "Not in your plan" } } as const;
  const ask = (purpose: Question["purpose"]) =>
    openProvider("football_data", server.key, { FOOTBALL_DATA_URL: server.url }).matches({
      ...QUESTION,
      purpose,
    });

  it("returns the scores of the other competitions if the plan lacks one", async () => {
    server.mishaps.push(restricted);
    expect((await ask("scores")).matches.map(({ id }) => id)).toEqual(["4711"]);
  });

  it("returns the fixtures of the other competitions too", async () => {
    server.games.push({ ...GAME, id: 3, competition: "fa_cup" });
    server.mishaps.push(restricted);
    expect((await ask("fixtures")).matches.map(({ id }) => id)).toEqual(["3"]);
  });

  it("reports a plan without any of the competitions", async () => {
    server.mishaps.push(restricted, restricted);
    await expect(ask("scores")).rejects.toMatchObject({
      kind: "restricted",
      message: "football-data.org answered 403: Not in your plan",
    });
  });
});

describe("api_football", () => {
  let server: ProviderServer;
  beforeEach(async () => {
    server = await startProvider(PROVIDER_APIS.api_football);
  });
  afterEach(() => server.stop());
  const ask = () =>
    openProvider("api_football", server.key, { API_FOOTBALL_URL: server.url }).matches(QUESTION);

  it("waits until midnight UTC when the daily quota is used up", async () => {
    const errors = { requests: "You have reached the request limit for the day." };
    server.mishaps.push({ kind: "status", status: 200, body: { errors, response: [] } });
    const error: unknown = await ask().catch((thrown: unknown) => thrown);
    const midnight = 86_400 - (Math.floor(Date.now() / 1000) % 86_400);
    expect(error).toMatchObject({ kind: "limited", limits: { dayLeft: 0 } });
    expect(Math.abs((error instanceof ProviderError ? (error.waitSeconds ?? 0) : 0) - midnight)).toBeLessThan(
      5,
    );
  });

  it("recognises the rate limit in a 200 response", async () => {
    const errors = { rateLimit: "Too many requests. Your rate limit is 10 requests per minute." };
    server.mishaps.push({ kind: "status", status: 200, body: { errors, response: [] } });
    await expect(ask()).rejects.toMatchObject({ kind: "limited", waitSeconds: 60 });
  });

  it("assigns matches in January to the season of the previous year", async () => {
    await openProvider("api_football", server.key, { API_FOOTBALL_URL: server.url }).matches({
      ...QUESTION,
      from: "2027-01-09",
      to: "2027-01-10",
    });
    expect(server.requests.map(({ searchParams }) => searchParams.get("season"))).toEqual(["2026", "2026"]);
  });
});
