/**
 * A whole matchday minute by minute: the provider reports ten matches in three slots, with a disallowed goal,
 * an hour of failures, a result that changes at the last moment and one that is corrected later. The leaderboards
 * must equal totals computed here from predictions and scores, during the matches and at the end.
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clubTime } from "../../club-time.ts";
import { PROVIDER_NAMES } from "../../providers/provider-apis.ts";
import type { Goals, Phase, SimulatedMatch } from "../../providers/simulated-match.ts";
import { premierLeague } from "../../seasons/season-file.ts";
import { call } from "../support/call-function.ts";
import type { Host, Person } from "../support/host.ts";
import { type ProviderHost, startProviderHost } from "../support/provider-host.ts";

const PLAYERS = 12;
/** Minutes between the slots' kick-offs, and minutes of a match including half-time. */
const SLOTS = [0, 20, 40] as const;
const FIRST_HALF = 47;
const INTERVAL_ENDS = 62;
const WHISTLE = 110;
const LAST_MINUTE = 40 + WHISTLE + 3;

const AT_ONCE = `update private.live_score_provider set min_poll_gap = '0', minute_limit = 1000, minute_left = 1000;
  update private.jobs set next_run_at = 'infinity' where name in ('Sync live scores', 'Start due matches');`;

interface Fixture {
  id: string;
  number: number;
  home: string;
  away: string;
  slot: number;
  /** The kick-off that the provider announced. */
  planned: string;
  goals: { minute: number; side: 0 | 1 }[];
  /** The minute of a goal that is disallowed three minutes later. */
  takenBack: number | null;
  final: Goals;
}

describe.each(PROVIDER_NAMES)("a matchday from %s", (name) => {
  let providerHost: ProviderHost;
  let host: Host;
  let admins: Person[];
  beforeAll(async () => {
    providerHost = await startProviderHost(name, AT_ONCE);
    host = providerHost.host;
    admins = await Promise.all(["Olga", "Pete", "Quentin", "Rosa"].map((one) => host.admin(`${one} Admin`)));
  });
  afterAll(() => providerHost.stop());

  it("ends with the independently computed leaderboard", async () => {
    const admin = admins[0] as Person;
    const useKey = () =>
      call(admin.api, "update-api-key", { apiKey: providerHost.provider.key, provider: name });
    providerHost.provider.quota = { minute: null, minuteEndsIn: 60, day: null };
    await useKey();
    const fixtures = await importMatchday(host);
    const predictions = await predict(host, fixtures);
    let turn = 0;
    const sync = async () => {
      turn += 1;
      return (await call((admins[turn % admins.length] as Person).api, "sync-live-scores")).body;
    };

    let linked = 0;
    for (let minute = -3; minute <= LAST_MINUTE; minute++) {
      const now = new Date(Date.now() - 1000);
      for (const fixture of fixtures.filter(({ slot }) => SLOTS[slot] === minute))
        await kickOff(host, fixture, now);
      providerHost.provider.games = fixtures.map((fixture) =>
        gameAt(fixture, minute - (SLOTS[fixture.slot] ?? 0)),
      );
      if (minute === 30) providerHost.provider.mishaps.push({ kind: "status", status: 503 });
      if (minute === 31) providerHost.provider.mishaps.push({ kind: "half" });
      if (minute === 32) providerHost.provider.mishaps.push({ kind: "status", status: 429 });
      const answer = await sync();
      linked += Number(/(\d+) match(es)? linked/.exec(String(answer.message))?.[1] ?? 0);
      if (minute >= 30 && minute <= 32) {
        expect(answer.success).toBe(false);
        await useKey();
        continue;
      }
      expect(answer).toMatchObject({ success: true });
      if (minute % 9 !== 0) continue;
      const shown = await matchesOf(host);
      for (const fixture of fixtures) {
        const at = minute - (SLOTS[fixture.slot] ?? 0);
        const { status, home_score, away_score } = shown.get(fixture.id) ?? {};
        const score = at < 0 ? [null, null] : scoreAt(fixture, at);
        const expected = at < 0 ? "upcoming" : at <= WHISTLE ? "live" : "completed";
        // The second poll after the final whistle of the last match contradicts the first.
        if (fixture.number === 9 && at > WHISTLE) continue;
        expect([fixture.home, minute, status, home_score, away_score]).toEqual([
          fixture.home,
          minute,
          expected,
          ...score,
        ]);
      }
      expect(await provisionalLeaderboard(admin)).toEqual(
        oracle(predictions, (id) => {
          const fixture = fixtures.find((one) => one.id === id) as Fixture;
          const at = minute - (SLOTS[fixture.slot] ?? 0);
          const now = shown.get(id);
          return at < 0 || now?.home_score == null || now.away_score == null
            ? null
            : [now.home_score, now.away_score];
        }),
      );
    }
    expect(linked).toBe(10);
    const finals = (id: string): Goals | null => fixtures.find((one) => one.id === id)?.final ?? null;
    const ended = await matchesOf(host);
    for (const { id, final } of fixtures)
      expect(ended.get(id)).toMatchObject({
        status: "completed",
        home_score: final[0],
        away_score: final[1],
      });
    expect(await confirmedLeaderboard(host)).toEqual(oracle(predictions, finals));
    expect(await provisionalLeaderboard(admin)).toEqual(oracle(predictions, finals));

    // Hours later the provider corrects a result: after two polls the points are replaced.
    const corrected = fixtures[4] as Fixture;
    corrected.final = [corrected.final[0] + 1, corrected.final[1]];
    corrected.goals.push({ minute: 90, side: 0 });
    providerHost.provider.games = fixtures.map((fixture) => gameAt(fixture, 500));
    await sync();
    expect((await matchesOf(host)).get(corrected.id)?.home_score).toBe(corrected.final[0] - 1);
    expect(await sync()).toMatchObject({ message: expect.stringContaining("1 result corrected") });
    expect(await confirmedLeaderboard(host)).toEqual(oracle(predictions, finals));

    // A score that an admin set wins over the provider's.
    const disputed = fixtures[2] as Fixture;
    const ownWord: Goals = [disputed.final[0] + 2, disputed.final[1] + 2];
    await must(
      admin.api
        .from("matches")
        .update({ home_score: ownWord[0], away_score: ownWord[1] })
        .eq("id", disputed.id)
        .select("id")
        .single(),
    );
    for (const _ of [1, 2, 3]) await sync();
    const theirs = disputed.final;
    disputed.final = ownWord;
    expect(await confirmedLeaderboard(host)).toEqual(oracle(predictions, finals));
    const [issue] = await must(admin.api.rpc("provider_issues"));
    expect(issue).toMatchObject({
      kind: "contradiction",
      match_id: disputed.id,
      provider_home: theirs[0],
      club_home: ownWord[0],
    });
    await must(
      admin.api.rpc("accept_provider_score", { _provider_match_id: issue?.provider_match_id ?? "" }),
    );
    disputed.final = theirs;
    expect(await confirmedLeaderboard(host)).toEqual(oracle(predictions, finals));

    const audit = await must(
      host.secret
        .from("admin_audit_log")
        .select("action, admin_user_id")
        .like("action", "live_scores.%")
        .limit(1000),
    );
    const actions = audit.map(({ action }) => action);
    expect(actions.filter((action) => action === "live_scores.result")).toHaveLength(10);
    expect(actions.filter((action) => action === "live_scores.correction")).toHaveLength(1);
    expect(audit.every(({ admin_user_id }) => admin_user_id === null)).toBe(true);
  });
});

/** The first matchday of the real season, announced for this time tomorrow. */
async function importMatchday(host: Host): Promise<Fixture[]> {
  const { matches } = JSON.parse(readFileSync(premierLeague("2024-25"), "utf8")) as {
    matches: { round: string; team1: string; team2: string; score: { ft: [number, number] } }[];
  };
  const first = matches.filter(({ round }) => round === "Matchday 1");
  expect(first).toHaveLength(10);
  const planned = new Date(Date.now() + 86_400_000);
  planned.setUTCSeconds(0, 0);
  const { match_date: date, match_time } = clubTime(planned.getTime());
  await must(
    host.secret.rpc("import_matches", {
      _league: "Premier League",
      _season: "2026/27",
      _time_zone: "Indian/Mauritius",
      _matches: first.map(({ round, team1, team2 }) => ({
        round,
        home: team1,
        away: team2,
        date,
        time: match_time.slice(0, 5),
        confirmed: true,
      })),
    }),
  );
  const rows = await must(host.secret.from("matches").select("id, home_team_name, away_team_name"));
  return first.map(({ team1, team2, score: { ft } }, index) => {
    const sides = [...Array<0>(ft[0]).fill(0), ...Array<1>(ft[1]).fill(1)];
    return {
      id: rows.find(({ home_team_name }) => home_team_name === team1)?.id ?? "",
      number: index,
      home: team1,
      away: team2,
      slot: index % 3,
      planned: `${planned.toISOString().slice(0, 19)}Z`,
      goals: sides.map((side, goal) => ({ minute: 1 + ((index * 17 + goal * 23) % 85), side })),
      takenBack: index === 3 ? 40 : null,
      final: ft,
    };
  });
}

async function predict(host: Host, fixtures: readonly Fixture[]): Promise<Map<string, Map<string, Goals>>> {
  const predictions = new Map<string, Map<string, Goals>>();
  const expires_at = new Date(Date.now() + 30 * 86_400_000).toISOString();
  for (let player = 0; player < PLAYERS; player++) {
    const { id } = await host.person(`Player ${"abcdefghijkl"[player]}`);
    await must(
      host.secret
        .from("subscriptions")
        .insert({ user_id: id, subscription_type: "premier_league", expires_at })
        .select("id"),
    );
    const own = fixtures.flatMap(({ id: match, number, final }) => {
      if ((player + number) % 7 === 0) return [];
      const exact = (player * 5 + number) % 4 === 0;
      const prediction: Goals = exact ? [...final] : [(player + number) % 4, (player * 3 + number) % 3];
      return [[match, prediction] as const];
    });
    predictions.set(id, new Map(own));
    await must(
      host.secret
        .from("user_predictions")
        .insert(
          own.map(([match_id, [home_prediction, away_prediction]]) => ({
            user_id: id,
            match_id,
            home_prediction,
            away_prediction,
          })),
        )
        .select("id"),
    );
  }
  return predictions;
}

/** Moves the match to a kick-off now instead of moving the clock. */
async function kickOff(host: Host, { id }: Fixture, now: Date): Promise<void> {
  await must(host.secret.from("matches").update(clubTime(now.getTime())).eq("id", id).select("id"));
}

/** The provider's match at its minute; scheduled before its kick-off. */
function gameAt(fixture: Fixture, minute: number): SimulatedMatch {
  return {
    id: 1000 + fixture.number,
    competition: "premier_league",
    home: fixture.home,
    away: fixture.away,
    kickoff: fixture.planned,
    matchday: 1,
    phase: phaseAt(minute),
    ...(minute < 0 ? {} : { minute: minuteOf(minute), score: scoreAt(fixture, minute) }),
  };
}

function phaseAt(minute: number): Phase {
  if (minute < 0) return "scheduled";
  if (minute < FIRST_HALF) return "first half";
  if (minute < INTERVAL_ENDS) return "half time";
  return minute < WHISTLE ? "second half" : "over";
}

function minuteOf(minute: number): number {
  if (minute < FIRST_HALF) return Math.min(minute + 1, 45);
  return minute < INTERVAL_ENDS ? 45 : Math.min(minute - 16, 90);
}

function scoreAt({ goals, takenBack, number, final }: Fixture, minute: number): Goals {
  // One result is wrong at the final whistle and right from then on.
  if (number === 9 && minute === WHISTLE) return [final[0], final[1] + 1];
  const played = minuteOf(minute);
  const scored = (side: 0 | 1): number =>
    goals.filter((goal) => goal.side === side && goal.minute <= played).length;
  const extra = takenBack !== null && minute >= takenBack && minute < takenBack + 3 ? 1 : 0;
  return [scored(0) + extra, scored(1)];
}

type Shown = { status: string; home_score: number | null; away_score: number | null };

async function matchesOf(host: Host): Promise<Map<string, Shown>> {
  const rows = await must(host.visitor().from("matches").select("id, status, home_score, away_score"));
  return new Map(rows.map((row) => [row.id, row]));
}

interface Place {
  user_id: string;
  rank: number;
  points: number;
  perfect_scores: number;
}

async function provisionalLeaderboard({ api }: Person): Promise<Place[]> {
  const rows = await must(api.rpc("provisional_leaderboard", { league: "Premier League", page_limit: 200 }));
  return rows
    .map(({ user_id, rank, points, perfect_scores }) => ({ user_id, rank, points, perfect_scores }))
    .sort((a, b) => (a.user_id < b.user_id ? -1 : 1));
}

async function confirmedLeaderboard(host: Host): Promise<Place[]> {
  const rows = await must(host.secret.rpc("leaderboard", { league: "Premier League", page_limit: 200 }));
  return rows
    .map(({ user_id, rank, points, perfect_scores }) => ({
      user_id: user_id ?? "",
      rank: rank ?? 0,
      points: points ?? 0,
      perfect_scores: perfect_scores ?? 0,
    }))
    .sort((a, b) => (a.user_id < b.user_id ? -1 : 1));
}

/** 3 for the exact score, 1 for the outcome: implemented again, independently of the product. */
function oracle(
  predictions: ReadonlyMap<string, ReadonlyMap<string, Goals>>,
  scoreOf: (match: string) => Goals | null,
): Place[] {
  const rows = [...predictions].map(([user_id, own]) => {
    const earned = [...own].map(([match, prediction]) => {
      const score = scoreOf(match);
      if (!score) return 0;
      if (prediction[0] === score[0] && prediction[1] === score[1]) return 3;
      return Math.sign(prediction[0] - prediction[1]) === Math.sign(score[0] - score[1]) ? 1 : 0;
    });
    return {
      user_id,
      points: earned.reduce<number>((sum, value) => sum + value, 0),
      perfect_scores: earned.filter((value) => value === 3).length,
    };
  });
  const better = (a: (typeof rows)[number], b: (typeof rows)[number]): boolean =>
    a.points > b.points || (a.points === b.points && a.perfect_scores > b.perfect_scores);
  return rows
    .map((row) => ({ ...row, rank: 1 + rows.filter((other) => better(other, row)).length }))
    .sort((a, b) => (a.user_id < b.user_id ? -1 : 1));
}

async function must<Data>(
  request: PromiseLike<{ data: Data; error: { message: string } | null }>,
): Promise<NonNullable<Data>> {
  const { data, error } = await request;
  if (error) throw new Error(error.message);
  return data as NonNullable<Data>;
}
