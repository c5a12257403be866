/**
 * The whole 2024-25 Premier League with generated players: ten admins complete every match through the API in
 * turn, some are corrected twice, one is cancelled, one deleted, and points are cleared once midway. Some predictions are
 * doubles. Members join and leave two groups, and season questions are settled before and after the points are cleared. The
 * leaderboards, the crowd and the groups' winners must equal totals computed here from the raw inputs.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { daysFromNow } from "../../club-time.ts";
import { type Cluster, startCluster } from "../../engines/postgres-cluster.ts";
import { sized } from "../../long-form.ts";
import { premierLeague, realSeasons } from "../../seasons/season-file.ts";
import { type Host, type Person, startHost } from "../support/host.ts";
import { changeMembers, compareGroups, makeGroups } from "./season-groups.ts";
import {
  crowdOf,
  type Game,
  type PredictedScore,
  type Standing,
  standingsOf,
  standingsOfPeriod,
} from "./season-oracle.ts";
import {
  askQuestions,
  questionPointsOf,
  settleAfterClearing,
  settleBeforeClearing,
} from "./season-questions.ts";

const FILE = premierLeague("2024-25");
/** Enough players to share every rank; the long form adds players and PostgreSQL 15. */
const PLAYERS = sized({ short: 30, long: 200 });
const SERVERS = sized<readonly ("embedded" | "debian")[]>({
  short: ["embedded"],
  long: ["embedded", "debian"],
});
const ADMINS = 10;

/** The same pseudo-random numbers in every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

it.skipIf(!realSeasons)(
  "uses the real season (skipped without ../shared/data, then with a generated one)",
  () => {
    expect(FILE).toContain("shared/data");
  },
);

describe.each(SERVERS)("a whole season on the %s server", (server) => {
  let cluster: Cluster | undefined;
  let host: Host;
  beforeAll(async () => {
    if (server === "debian") cluster = await startCluster({ server });
    host = await startHost(cluster ? { databaseUrl: cluster.url("postgres") } : {});
  });
  afterAll(async () => {
    await host?.stop();
    await cluster?.stop();
  });

  it("ends with the independently computed leaderboards", async () => {
    importSeason(host);
    const results = resultsOf(readFileSync(FILE, "utf8"));
    const games = await listGames(host, results);
    const players = await makePlayers(host);
    const predictions = await predict(host, players, games);
    const admins = await Promise.all(
      Array.from({ length: ADMINS }, (_, index) => host.admin(`Admin ${"abcdefghij"[index]}`)),
    );

    await askQuestions(host, players);
    const groups = await makeGroups(host, admins[0] as Person, players, games);

    for (const [index, game] of games.entries()) {
      const admin = admins[index % ADMINS]?.api;
      if (!admin) throw new Error("no admin");
      if (index === 100) {
        await ok(admin.from("matches").update({ status: "cancelled" }).eq("id", game.id));
        game.result = null;
        continue;
      }
      const final = game.result;
      if (!final) continue;
      const wrong: [number, number][] =
        index % 31 === 3
          ? [
              [9, 9],
              [final[1], final[0]],
            ]
          : [];
      for (const [home_score, away_score] of [...wrong, final]) {
        await ok(
          admin
            .from("matches")
            .update({ status: "completed", home_score, away_score })
            .eq("id", game.id)
            .select("id")
            .single(),
        );
      }
      if (index === Math.floor(games.length / 3)) await changeMembers(host, groups, players, game.date);
      if (index === Math.floor(games.length / 4)) await settleBeforeClearing(admins[1] as Person);
      if (index === Math.floor(games.length / 2)) {
        await ok(host.secret.rpc("clear_all_points"));
        for (const earlier of games.slice(0, index + 1)) earlier.cleared = true;
        // Correcting a cleared match must not restore its points.
        await ok(
          admin
            .from("matches")
            .update({ home_score: 5, away_score: 5 })
            .eq("id", games[3]?.id ?? ""),
        );
      }
    }
    await settleAfterClearing(admins[2] as Person);
    const deleted = games[250];
    await ok(
      (admins[3] as Person).api
        .from("matches")
        .delete()
        .eq("id", deleted?.id ?? ""),
    );
    if (deleted) deleted.result = null;

    for (const league of ["Overall", "Premier League", "Friendly Club", "FA Cup"]) {
      const expected = standingsOf(games, predictions, league, questionPointsOf(players, league));
      const found = await wholeTable(host, league);
      expect(found, league).toEqual(expected);
      expect(await ok(host.secret.rpc("crowd", { league })), `crowd of ${league}`).toEqual(
        crowdOf(games, predictions, league),
      );
    }
    expect(await comparePeriods(host, games, predictions)).toBeGreaterThan(20);
    expect(
      await compareGroups(groups, games, predictions, (league) => questionPointsOf(players, league)),
    ).toBeGreaterThan(40);
  });
});

function importSeason(host: Host): void {
  const starts = daysFromNow(3);
  const run = (args: string[]): void => {
    const done = spawnSync(process.execPath, ["build/commands/import.js", ...args], {
      env: { PATH: process.env.PATH, SUPABASE_URL: host.url, SUPABASE_SECRET_KEY: host.secretKey },
      encoding: "utf8",
    });
    expect(done.stderr).toBe("");
  };
  run([FILE, "--competition", "Premier League", "--season-starts", starts]);
}

/** Round, home and away -> the real result. */
function resultsOf(text: string): Map<string, [number, number]> {
  const { matches } = JSON.parse(text) as {
    matches: { round: string; team1: string; team2: string; score: { ft: [number, number] } }[];
  };
  return new Map(matches.map((match) => [`${match.round}/${match.team1}/${match.team2}`, match.score.ft]));
}

/** The season in order, then ten Friendly Club matches, so that two leaderboards add up to the overall one. */
async function listGames(host: Host, results: Map<string, [number, number]>): Promise<Game[]> {
  const first = await ok(host.secret.from("matches").select("*").order("kickoff_at").order("id"));
  const friendlies = first.slice(0, 10).map(({ home_team_name, away_team_name, match_date }) => ({
    home_team_name,
    away_team_name,
    match_date,
    league: "Friendly Club",
  }));
  await ok(host.secret.from("matches").insert(friendlies));
  const rows = await ok(
    host.secret
      .from("matches")
      .select("*")
      .order("league", { ascending: false })
      .order("kickoff_at")
      .order("id"),
  );
  return rows.map((row, index) => ({
    id: row.id,
    league: row.league,
    result: results.get(`${row.round}/${row.home_team_name}/${row.away_team_name}`) ?? [
      index % 4,
      (index + 1) % 3,
    ],
    cleared: false,
    season: row.season,
    round: row.round,
    month: `${row.match_date.slice(0, 7)}-01`,
    date: row.match_date,
    kickoff: row.kickoff_at,
  }));
}

/** Compares the leaderboard of each matchday and month. Returns their number. */
async function comparePeriods(
  host: Host,
  games: readonly Game[],
  predictions: ReadonlyMap<string, ReadonlyMap<string, PredictedScore>>,
): Promise<number> {
  const matchdays = await ok(
    host.secret.rpc("leaderboard_periods", { kind: "matchday", league: "Premier League" }),
  );
  const months = await ok(host.secret.rpc("leaderboard_periods", { kind: "month" }));
  const scored = games.filter(({ result, cleared }) => result && !cleared);
  const rounds = new Set(scored.flatMap(({ league, round }) => (league === "Premier League" ? [round] : [])));
  expect(matchdays.map(({ round }) => round).sort()).toEqual([...rounds].sort());
  expect(months.map(({ month }) => month).sort()).toEqual(
    [...new Set(scored.map(({ month }) => month))].sort(),
  );
  for (const { period_id: id, season, round, month, is_final: final } of [...matchdays, ...months]) {
    const inPeriod = games.filter((game) =>
      month
        ? game.month === month
        : game.league === "Premier League" && game.season === season && game.round === round,
    );
    const found = await ok(host.secret.rpc("period_leaderboard", { _period_id: id, page_limit: 200 }));
    expect(
      found
        .map(({ full_name: _name, right_outcomes: _right, ...row }) => row)
        .sort((a, b) => ((a.user_id ?? "") < (b.user_id ?? "") ? -1 : 1)),
      round ?? month ?? "",
    ).toEqual(standingsOfPeriod(inPeriod, predictions));
    // All matches are completed; a month has ended as well, in the time zone of a new club.
    expect(final, round ?? month ?? "").toBe(month === null || month.slice(0, 7) < thisMonth());
    expect(await ok(host.secret.rpc("crowd", { league: "Overall", _period_id: id }))).toEqual(
      crowdOf(inPeriod, predictions, "Overall"),
    );
  }
  return matchdays.length + months.length;
}

/** The month of a new club's calendar, as "2026-11". */
function thisMonth(): string {
  return daysFromNow(0).slice(0, 7);
}

async function makePlayers(host: Host): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < PLAYERS; index++) {
    const { data, error } = await host.secret.auth.admin.createUser({
      email: `player${index}@example.com`,
      email_confirm: true,
      user_metadata: { full_name: `Player ${String.fromCharCode(97 + (index % 26))}` },
    });
    if (error) throw error;
    ids.push(data.user.id);
  }
  const expires_at = new Date(Date.now() + 400 * 86_400_000).toISOString();
  await ok(
    host.secret
      .from("subscriptions")
      .insert(ids.map((user_id) => ({ user_id, subscription_type: "premier_league", expires_at }))),
  );
  return ids;
}

/** Player -> match -> prediction. About one in eight is missing, and one in seven is a double. */
async function predict(
  host: Host,
  players: string[],
  games: Game[],
): Promise<Map<string, Map<string, PredictedScore>>> {
  const roll = dice(42);
  const goals = (): number => Math.floor(roll() * roll() * 5);
  const predictions = new Map(players.map((id) => [id, new Map<string, PredictedScore>()]));
  const rows: {
    user_id: string;
    match_id: string;
    home_prediction: number;
    away_prediction: number;
    is_double: boolean;
  }[] = [];
  await ok(host.secret.from("admin_settings").insert({ setting_key: "doubles", setting_value: "season 99" }));
  for (const [at, user_id] of players.entries()) {
    for (const [place, { id: match_id }] of games.entries()) {
      if (roll() < 0.12) continue;
      const prediction = [goals(), goals(), (at + place) % 7 === 0] as const;
      predictions.get(user_id)?.set(match_id, prediction);
      const [home_prediction, away_prediction, is_double] = prediction;
      rows.push({ user_id, match_id, home_prediction, away_prediction, is_double });
    }
  }
  // On a busy machine more rows at once reach the time limit of a statement.
  for (let start = 0; start < rows.length; start += 500)
    await ok(host.secret.from("user_predictions").insert(rows.slice(start, start + 500)));
  return predictions;
}

async function wholeTable(host: Host, league: string): Promise<Standing[]> {
  const rows: Standing[] = [];
  for (let page_offset = 0; ; page_offset += 50) {
    const page = await ok(host.secret.rpc("leaderboard", { league, page_limit: 50, page_offset }));
    rows.push(
      ...page.map(({ user_id, rank, predictions_scored, points: total, perfect_scores, accuracy }) => ({
        user_id: user_id ?? "",
        rank,
        predictions_scored: predictions_scored ?? 0,
        points: total ?? 0,
        perfect_scores: perfect_scores ?? 0,
        accuracy,
      })),
    );
    if (page.length < 50) return rows.sort((a, b) => (a.user_id < b.user_id ? -1 : 1));
  }
}

async function ok<Data>(
  request: PromiseLike<{ data: Data; error: { message: string } | null }>,
): Promise<NonNullable<Data>> {
  const { data, error } = await request;
  if (error) throw new Error(error.message);
  return data as NonNullable<Data>;
}
