/** Both providers, asked over HTTP on loopback: what their documentation says, and what it does not. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { apiFootballDialect } from "../../../tests/providers/api-football.ts";
import { footballDataDialect } from "../../../tests/providers/football-data.ts";
import type { Game, Phase } from "../../../tests/providers/game.ts";
import { type ProviderServer, startProvider } from "../../../tests/providers/provider-server.ts";
import { ProviderError } from "./ask.ts";
import { openProvider } from "./open-provider.ts";
import type { FeedMatch, Question } from "./provider.ts";

const DIALECTS = { football_data: footballDataDialect, api_football: apiFootballDialect } as const;
const QUESTION: Question = {
  purpose: "scores",
  competitions: ["premier_league", "fa_cup", "friendly_club"],
  from: "2026-11-20",
  to: "2026-11-22",
};
const GAME: Game = {
  id: 4711,
  competition: "premier_league",
  home: "Arsenal FC",
  away: "Chelsea FC",
  kickoff: "2026-11-21T15:00:00Z",
  matchday: 12,
  phase: "scheduled",
};

describe.each(["football_data", "api_football"] as const)("%s", (name) => {
  let server: ProviderServer;
  beforeEach(async () => {
    server = await startProvider(DIALECTS[name]);
  });
  afterEach(() => server.stop());

  const provider = (key = server.key, patience = 5_000) =>
    openProvider(name, key, { FOOTBALL_DATA_URL: server.url, API_FOOTBALL_URL: server.url }, patience);
  const read = async (...games: Game[]): Promise<FeedMatch[]> => {
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

  it("tells of a match in our words", async () => {
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

  it.each<[Phase, FeedMatch["state"]]>([
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

  it("in play, the score is the one so far, with the minute", async () => {
    expect(await read({ ...GAME, phase: "second half", minute: 67, score: [2, 1] })).toMatchObject([
      { state: "in_play", minute: 67, home_score: 2, away_score: 1 },
    ]);
  });

  it.each<[Phase, FeedMatch["state"]]>([
    ["extra time", "extra_time"],
    ["over after extra time", "finished"],
  ])("%s: the score of 90 minutes stays, extra time stands apart", async (phase, state) => {
    expect(await read({ ...GAME, competition: "fa_cup", phase, score: [1, 1], extra: [1, 0] })).toMatchObject(
      [{ state, home_score: 1, away_score: 1, extra_home: 1, extra_away: 0, penalties_home: null }],
    );
  });

  it.each<[Phase, FeedMatch["state"]]>([
    ["shoot-out", "penalties"],
    ["over after penalties", "finished"],
  ])("%s: so do its goals", async (phase, state) => {
    const game: Game = {
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

  it("an awarded match has its score, and its state says how it came about", async () => {
    expect(await read({ ...GAME, phase: "awarded", score: [3, 0] })).toMatchObject([
      { state: "awarded", home_score: 3, away_score: 0 },
    ]);
  });

  it("asks about the competitions that it has, on the days wanted", async () => {
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
    expect(server.asked).toHaveLength(name === "football_data" ? 1 : 2);
  });

  it("fixtures of four weeks come one competition at a time", async () => {
    server.games = [GAME, { ...GAME, id: 5, kickoff: "2026-12-12T15:00:00Z" }];
    const found = await provider().matches({ ...QUESTION, purpose: "fixtures", to: "2026-12-18" });
    expect(found.matches.map(({ id }) => id)).toEqual(["4711", "5"]);
    expect(server.asked).toHaveLength(2);
  });

  it("a match that is not as documented is left out, and counted", async () => {
    server.games = [{ ...GAME, id: 1, phase: "over", score: [51, 0] }, GAME, { ...GAME, id: 2, home: "" }];
    const found = await provider().matches(QUESTION);
    expect([found.matches.map(({ id }) => id), found.unreadable]).toEqual([["4711"], 2]);
  });

  it("half a score is none", async () => {
    const game = { ...GAME, phase: "over" as const, score: [1, null as unknown as number] as const };
    expect(await read(game)).toMatchObject([{ home_score: null, away_score: null }]);
  });

  it("takes the good key, and no other", async () => {
    await expect(provider().tryKey()).resolves.toBeUndefined();
    await expect(provider("wrong").tryKey()).rejects.toMatchObject({ kind: "refused" });
  });

  it("a refusal never repeats the key", async () => {
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

  it("the headers say how many requests are left", async () => {
    server.left = { minute: 3, minuteEndsIn: 41, day: 17 };
    const { limits } = await provider().matches(QUESTION);
    expect(limits).toEqual(
      name === "football_data"
        ? { minuteLeft: 3, minuteEndsIn: 41, dayLeft: null }
        : { minuteLeft: 3, minuteEndsIn: null, dayLeft: 17 },
    );
  });

  it("429 says when to come back", async () => {
    server.mishaps.push({ kind: "status", status: 429, headers: { "retry-after": "23" } });
    expect(await failure()).toMatchObject({ kind: "limited", waitSeconds: 23, limits: { minuteLeft: 0 } });
  });

  it("an error of theirs is not ours", async () => {
    server.mishaps.push({ kind: "status", status: 503 });
    expect(await failure()).toMatchObject({ kind: "unavailable", waitSeconds: null });
  });

  it("an answer that does not end in time is none", async () => {
    server.mishaps.push({ kind: "slow", milliseconds: 60_000 });
    expect(await failure(150)).toMatchObject({
      kind: "unavailable",
      message: "127.0.0.1 did not answer within 0.15 seconds",
    });
  });

  it("a slow answer that ends in time is one", async () => {
    server.games = [GAME];
    server.mishaps.push({ kind: "slow", milliseconds: 50 });
    expect((await provider().matches(QUESTION)).matches).toHaveLength(1);
  });

  it.each([{ kind: "cut" }, { kind: "half" }] as const)("half an answer ($kind) is none", async (mishap) => {
    server.games = [GAME];
    server.mishaps.push(mishap);
    expect((await failure()).kind).toBe(mishap.kind === "cut" ? "unavailable" : "unreadable");
  });

  it.each(["<html>Welcome</html>", "[]", '{"hello":"there"}', "null"])(
    "%s is no list of matches",
    async (body) => {
      server.mishaps.push({ kind: "text", body });
      expect((await failure()).kind).toBe("unreadable");
    },
  );

  it("nobody at the address is said so", async () => {
    await server.stop();
    const error = await failure();
    expect([error.kind, error.message]).toEqual(["unavailable", "127.0.0.1 could not be reached"]);
    server = await startProvider(DIALECTS[name]);
  });
});

describe("football_data", () => {
  let server: ProviderServer;
  beforeEach(async () => {
    server = await startProvider(footballDataDialect);
    server.games = [GAME, { ...GAME, id: 2, competition: "champions_league" }];
  });
  afterEach(() => server.stop());
  const restricted = { kind: "status", status: 403, body: { message: "Not in your plan" } } as const;
  const ask = (purpose: Question["purpose"]) =>
    openProvider("football_data", server.key, { FOOTBALL_DATA_URL: server.url }).matches({
      ...QUESTION,
      purpose,
    });

  it("a plan that lacks one competition still has the scores of the others", async () => {
    server.mishaps.push(restricted);
    expect((await ask("scores")).matches.map(({ id }) => id)).toEqual(["4711"]);
  });

  it("and their fixtures", async () => {
    server.games.push({ ...GAME, id: 3, competition: "fa_cup" });
    server.mishaps.push(restricted);
    expect((await ask("fixtures")).matches.map(({ id }) => id)).toEqual(["3"]);
  });

  it("one that has none of them says so", async () => {
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
    server = await startProvider(apiFootballDialect);
  });
  afterEach(() => server.stop());
  const ask = () =>
    openProvider("api_football", server.key, { API_FOOTBALL_URL: server.url }).matches(QUESTION);

  it("a day's requests that are used up end at midnight UTC", async () => {
    const errors = { requests: "You have reached the request limit for the day." };
    server.mishaps.push({ kind: "status", status: 200, body: { errors, response: [] } });
    const error: unknown = await ask().catch((thrown: unknown) => thrown);
    const midnight = 86_400 - (Math.floor(Date.now() / 1000) % 86_400);
    expect(error).toMatchObject({ kind: "limited", limits: { dayLeft: 0 } });
    expect(Math.abs((error instanceof ProviderError ? (error.waitSeconds ?? 0) : 0) - midnight)).toBeLessThan(
      5,
    );
  });

  it("too many requests a minute come as an error in an answer of 200", async () => {
    const errors = { rateLimit: "Too many requests. Your rate limit is 10 requests per minute." };
    server.mishaps.push({ kind: "status", status: 200, body: { errors, response: [] } });
    await expect(ask()).rejects.toMatchObject({ kind: "limited", waitSeconds: 60 });
  });

  it("January's matches are of the season that began the year before", async () => {
    await openProvider("api_football", server.key, { API_FOOTBALL_URL: server.url }).matches({
      ...QUESTION,
      from: "2027-01-09",
      to: "2027-01-10",
    });
    expect(server.asked.map(({ searchParams }) => searchParams.get("season"))).toEqual(["2026", "2026"]);
  });
});
