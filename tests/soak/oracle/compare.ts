/** Compares what the product answers with the model. */
import type { Game } from "./game.ts";
import { LEAGUES, type Row } from "./model.ts";

const PAGE = 200;
const SHOWN = 600;

/** Throws an Error that names the first difference. */
export async function compare(game: Game): Promise<void> {
  await Promise.all([
    ...LEAGUES.map((league) => compareLeaderboard(game, league)),
    comparePredictions(game),
    compareCompletion(game),
    ...LEAGUES.map((league) => compareQuestionPoints(game, league)),
    compareOpenPredictions(game),
  ]);
}

function expectSame(what: string, found: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(found), JSON.stringify(expected)];
  if (is !== should) {
    const start = Math.max(0, [...is].findIndex((character, index) => character !== should[index]) - 100);
    throw new Error(
      `${what} is\n  ${is.slice(start, start + SHOWN)}\ninstead of\n  ${should.slice(start, start + SHOWN)}`,
    );
  }
}

async function compareLeaderboard({ api, model }: Game, league: string): Promise<void> {
  const expected = model.leaderboard(league);
  const found = (await api.rpc(api.secret, "leaderboard", { league, page_limit: PAGE })) as Row[];
  const rows = found.map(
    ({ user_id, full_name, rank, predictions_scored, points, perfect_scores, accuracy }) => ({
      user_id,
      full_name,
      predictions_scored,
      points,
      perfect_scores,
      accuracy,
      rank,
    }),
  );
  expectSame(`the leaderboard ${league}`, rows, expected);
  const [summary] = (await api.rpc(api.secret, "leaderboard_summary", { league })) as {
    players: number;
    matches_completed: number;
  }[];
  expectSame(
    `the summary of ${league}`,
    [summary?.players, summary?.matches_completed],
    [expected.length, model.completed(league)],
  );
  if (league === "Overall") return;
  const user_ids = [...model.players.keys()];
  const totals = (await api.rpc(api.secret, "get_points_by_league_for_users", { user_ids, league })) as {
    user_id: string;
    total_points: number;
    perfect_scores: number;
  }[];
  const byPlayer = new Map(totals.map(({ user_id, ...total }) => [user_id, total]));
  for (const { user_id, points, perfect_scores } of expected)
    expectSame(`the points of a player in ${league}`, byPlayer.get(user_id), {
      total_points: points,
      perfect_scores,
    });
}

/** The part of the points that answers to season questions earned. */
async function compareQuestionPoints({ api, model }: Game, league: string): Promise<void> {
  const user_ids = [...model.players.keys()];
  const rows = (await api.rpc(api.secret, "question_points", { league, user_ids })) as {
    user_id: string;
    points: number;
  }[];
  for (const { user_id, points } of rows)
    expectSame(`the points for questions in ${league}`, points, model.questionPoints(user_id, league));
}

/** Every prediction with its points, and every match's number of predictions. */
async function comparePredictions({ api, model }: Game): Promise<void> {
  const select = "select=id,status,home_score,away_score,predictions_count&order=id&limit=1000";
  const matches = await api.ok(api.secret, "GET", `rest/v1/matches?${select}`);
  const inOrder = [...model.matches.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  expectSame(
    "the list of matches",
    matches,
    inOrder.map(({ id, status, result, predictions }) => ({
      id,
      status,
      home_score: result?.[0] ?? null,
      away_score: result?.[1] ?? null,
      predictions_count: predictions.size,
    })),
  );
  const columns = "match_id,user_id,home_prediction,away_prediction,points_earned,is_double";
  const path = `rest/v1/user_predictions?select=${columns}&order=match_id,user_id&limit=1000`;
  const expected = inOrder.flatMap((match) =>
    [...match.predictions]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([user_id, prediction]) => ({
        match_id: match.id,
        user_id,
        home_prediction: prediction.goals[0],
        away_prediction: prediction.goals[1],
        points_earned: model.pointsEarned(match, prediction),
        is_double: prediction.isDouble,
      })),
  );
  expectSame("the list of predictions", await api.ok(api.secret, "GET", path), expected);
}

async function compareCompletion({ api, model }: Game): Promise<void> {
  const user_ids = [...model.players.keys()];
  const rows = (await api.rpc(api.secret, "get_prediction_completion_for_users", { user_ids })) as {
    user_id: string;
  }[];
  const found = new Map(rows.map(({ user_id, ...counts }) => [user_id, counts]));
  for (const player of model.players.values())
    expectSame("the completion of a player", found.get(player.id), model.completion(player));
}

/** How many players predicted all, some and none of the open matches; admins predict nothing. */
async function compareOpenPredictions({ api, model }: Game): Promise<void> {
  const admins = api.adminIds.map((id) => ({
    id,
    name: "",
    isBanned: false,
    subscriptions: new Set<string>(),
  }));
  const counts = [...model.players.values(), ...admins]
    .map((player) => model.completion(player))
    .filter(({ total_upcoming }) => total_upcoming > 0);
  const all = counts.filter((one) => one.predictions_made === one.total_upcoming).length;
  const none = counts.filter((one) => one.predictions_made === 0).length;
  const [found] = (await api.rpc(api.secret, "admin_open_predictions")) as object[];
  expectSame("the counts of open predictions", found, {
    predicted_all: all,
    predicted_some: counts.length - all - none,
    predicted_none: none,
  });
}
