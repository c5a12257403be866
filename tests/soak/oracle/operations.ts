/** Random operations of the game. Each one calls the API, checks its answer and then changes the model. */
import type { Answer } from "./api.ts";
import type { Game } from "./game.ts";
import type { Goals, Match, Player } from "./model.ts";

export interface Operation {
  name: string;
  /** Operations without a key in common may run at the same time. */
  keys: readonly string[];
  run(): Promise<void>;
}

/** The key of operations whose result depends on everything else. */
export const ALONE = "alone";
const FEWEST_MATCHES = 12;
const FEWEST_PLAYERS = 5;
const MOST_MATCHES = 40;
const MOST_PLAYERS = 25;

type Maker = (game: Game) => Operation | null;

/** How often each operation is chosen, and how it is made; null if the club is not in a state for it. */
const MAKERS: readonly (readonly [share: number, make: Maker])[] = [
  [40, predict],
  [5, predictSeveral],
  [10, complete],
  [7, correct],
  [2, startMatch],
  [1, cancel],
  [3, addMatch],
  [1, deleteMatch],
  [1, moveToLeague],
  [2, addMember],
  [1, deleteMember],
  [1, ban],
  [3, subscribe],
  [1, unsubscribe],
  [2, redeem],
  [2, deletePrediction],
  [1, clearPredictions],
  [1, clearPoints],
  [1, recalculate],
  [1, archive],
  [2, cheat],
];
const TOTAL = MAKERS.reduce((sum, [share]) => sum + share, 0);

export function randomOperation(game: Game): Operation {
  for (;;) {
    let place = game.random.between(0, TOTAL);
    const chosen = MAKERS.find(([share]) => {
      place -= share;
      return place < 0;
    });
    const operation = chosen?.[1](game);
    if (operation) return operation;
  }
}

function expectCode(what: string, { status, code, body }: Answer, expected: string | null): void {
  if (code !== expected)
    throw new Error(`${what} was answered ${status} ${JSON.stringify(body)} instead of ${expected ?? "2xx"}`);
}

function expectEqual(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${what} is ${found} instead of ${expected}`);
}

const about = ({ id }: Match | Player): string => id;

function goalsOf([home_prediction, away_prediction]: Goals) {
  return { home_prediction, away_prediction };
}

function predict(game: Game): Operation {
  const [player, match, goals] = [game.player(), game.match(), game.goals()];
  return {
    name: "predict",
    keys: [player.id, match.id],
    async run() {
      const row = { user_id: player.id, match_id: match.id, ...goalsOf(goals) };
      const path = "rest/v1/user_predictions?on_conflict=match_id,user_id";
      const answer = await game.api.call(game.session(player), "POST", path, row);
      const expected = game.model.refusal(player, match);
      expectCode(`a prediction of a match that is ${match.status}`, answer, expected);
      if (expected === null) game.model.predict(player, match, goals);
    },
  };
}

/** One request, which is accepted or refused as a whole. */
function predictSeveral(game: Game): Operation {
  const player = game.player();
  const matches = [...new Set([game.match(), game.match(), game.match()])];
  const goals = game.goals();
  return {
    name: "predict several",
    keys: [player.id, ...matches.map(about)],
    async run() {
      const rows = matches.map(({ id }) => ({ user_id: player.id, match_id: id, ...goalsOf(goals) }));
      const path = "rest/v1/user_predictions?on_conflict=match_id,user_id";
      const answer = await game.api.call(game.session(player), "POST", path, rows);
      const refusals = matches.map((match) => game.model.refusal(player, match)).filter(Boolean);
      if (answer.code === null ? refusals.length > 0 : !refusals.some((code) => code === answer.code))
        throw new Error(`several predictions were answered ${answer.status} ${JSON.stringify(answer.body)}`);
      if (refusals.length === 0) for (const match of matches) game.model.predict(player, match, goals);
    },
  };
}

/** Changes a match as an admin, and the model if the change is allowed. */
function change(
  name: string,
  game: Game,
  match: Match,
  body: object,
  isAllowed: boolean,
  apply: () => void,
): Operation {
  return {
    name,
    keys: [match.id],
    async run() {
      const caller = await game.api.admin();
      const answer = await game.api.call(caller, "PATCH", `rest/v1/matches?id=eq.${match.id}`, body);
      expectCode(`${name} of a match that is ${match.status}`, answer, isAllowed ? null : "SL005");
      if (isAllowed) apply();
    },
  };
}

function complete(game: Game): Operation {
  const [match, result] = [game.match(), game.goals()];
  const body = { status: "completed", home_score: result[0], away_score: result[1] };
  return change("complete", game, match, body, match.status !== "cancelled", () => {
    match.status = "completed";
    match.result = result;
  });
}

function correct(game: Game): Operation | null {
  const [match, result] = [game.match(), game.goals()];
  if (match.status !== "completed") return null;
  return change("correct", game, match, { home_score: result[0], away_score: result[1] }, true, () => {
    match.result = result;
  });
}

function startMatch(game: Game): Operation {
  const match = game.match();
  const isAllowed = match.status === "upcoming" || match.status === "live";
  return change("start", game, match, { status: "live" }, isAllowed, () => {
    match.status = "live";
  });
}

function cancel(game: Game): Operation {
  const match = game.match();
  return change("cancel", game, match, { status: "cancelled" }, match.status !== "completed", () => {
    match.status = "cancelled";
  });
}

function addMatch(game: Game): Operation | null {
  if (game.model.matches.size >= MOST_MATCHES) return null;
  return {
    name: "add match",
    keys: ["matches"],
    run: async () => game.addMatch(await game.api.admin()),
  };
}

function deleteMatch(game: Game): Operation | null {
  const match = game.match();
  if (game.model.matches.size <= FEWEST_MATCHES) return null;
  return {
    name: "delete match",
    keys: [match.id, "matches"],
    async run() {
      await game.api.ok(await game.api.admin(), "DELETE", `rest/v1/matches?id=eq.${match.id}`);
      game.model.matches.delete(match.id);
    },
  };
}

/** The competition of a match is fixed by its first prediction. */
function moveToLeague(game: Game): Operation {
  const [match, { name }] = [game.match(), game.competition()];
  return {
    name: "move to another competition",
    keys: [ALONE],
    async run() {
      const path = `rest/v1/matches?id=eq.${match.id}`;
      const answer = await game.api.call(await game.api.admin(), "PATCH", path, { league: name });
      const isFixed = match.predictions.size > 0 && name !== match.league;
      expectCode("a move to another competition", answer, isFixed ? "SL006" : null);
      if (!isFixed) match.league = name;
    },
  };
}

function addMember(game: Game): Operation | null {
  if (game.model.players.size >= MOST_PLAYERS) return null;
  return { name: "add member", keys: ["members"], run: () => game.addMember() };
}

function deleteMember(game: Game): Operation | null {
  const player = game.player();
  if (game.model.players.size <= FEWEST_PLAYERS) return null;
  return {
    name: "delete member",
    keys: [player.id, "members"],
    async run() {
      await game.api.ok(game.api.secret, "DELETE", `auth/v1/admin/users/${player.id}`);
      game.model.deletePlayer(player);
    },
  };
}

/** A ban keeps the points; the same operation lifts it. */
function ban(game: Game): Operation {
  const player = game.player();
  return {
    name: "ban",
    keys: [player.id],
    async run() {
      const ban_duration = player.isBanned ? "none" : "24h";
      await game.api.ok(game.api.secret, "PUT", `auth/v1/admin/users/${player.id}`, { ban_duration });
      player.isBanned = !player.isBanned;
    },
  };
}

function subscribe(game: Game): Operation {
  const [player, plan] = [game.player(), game.plan()];
  return {
    name: "give subscription",
    keys: [player.id],
    async run() {
      const given = { _user_id: player.id, _type: plan, _expires_on: game.day(30) };
      await game.api.rpc(await game.api.admin(), "give_subscription", given);
      player.subscriptions.add(plan);
    },
  };
}

function unsubscribe(game: Game): Operation {
  const [player, plan] = [game.player(), game.plan()];
  return {
    name: "end subscription",
    keys: [player.id],
    async run() {
      const body = { _user_id: player.id, _type: plan };
      const caller = await game.api.admin();
      const answer = await game.api.call(caller, "POST", "rest/v1/rpc/end_subscription", body);
      expectCode("the end of a subscription", answer, player.subscriptions.has(plan) ? null : "PT404");
      player.subscriptions.delete(plan);
    },
  };
}

/** A code works once: the second player is told that it is used. */
function redeem(game: Game): Operation | null {
  const [player, second, plan] = [game.player(), game.player(), game.plan()];
  if (player.isBanned || second.isBanned) return null;
  return {
    name: "redeem",
    keys: [player.id, second.id],
    async run() {
      const { api } = game;
      const parameters = { plan_type: plan, expires_on: game.day(30) };
      const made = (await api.rpc(await api.admin(), "generate_plan_code", parameters)) as { code: string };
      for (const [caller, expected] of [
        [player, "redeemed"],
        [second, "used"],
      ] as const) {
        const [row] = (await api.rpc(game.session(caller), "redeem_plan_code", { code: made.code })) as {
          outcome: string;
        }[];
        // Ten wrong codes lock redeeming for the player; the first one is never wrong.
        if (row?.outcome === "locked") return;
        expectEqual("the outcome of a code", row?.outcome, expected);
        if (expected === "redeemed") player.subscriptions.add(plan);
      }
    },
  };
}

function deletePrediction(game: Game): Operation | null {
  const [match, player] = [game.match(), game.player()];
  if (!match.predictions.has(player.id)) return null;
  return {
    name: "delete prediction",
    keys: [match.id, player.id],
    async run() {
      const filter = `user_id=eq.${player.id}&match_id=eq.${match.id}`;
      const [row] = (await game.api.ok(
        game.api.secret,
        "GET",
        `rest/v1/user_predictions?select=id&${filter}`,
      )) as { id: string }[];
      await game.api.rpc(await game.api.admin(), "delete_user_prediction", { _prediction_id: row?.id });
      match.predictions.delete(player.id);
    },
  };
}

function clearPredictions(game: Game): Operation {
  const player = game.player();
  return {
    name: "clear predictions",
    keys: [ALONE],
    async run() {
      const deleted = await game.api.rpc(await game.api.admin(), "clear_user_predictions", {
        _user_id: player.id,
      });
      const theirs = [...game.model.matches.values()].filter(({ predictions }) =>
        predictions.delete(player.id),
      );
      expectEqual("the number of deleted predictions", deleted, theirs.length);
    },
  };
}

/** Of one player, or rarely of all. */
function clearPoints(game: Game): Operation {
  const player = game.random.chance(0.2) ? null : game.player();
  return {
    name: player ? "clear points" : "clear all points",
    keys: [ALONE],
    async run() {
      const { api, model } = game;
      if (player === null) {
        const [row] = (await api.rpc(api.secret, "clear_all_points")) as { cleared: number }[];
        expectEqual("the number of cleared predictions", row?.cleared, model.clear(null));
        return;
      }
      const cleared = await api.rpc(await api.admin(), "clear_player_points", { _user_id: player.id });
      expectEqual("the number of cleared predictions", cleared, model.clear(player));
    },
  };
}

function recalculate(game: Game): Operation {
  return {
    name: "recalculate",
    keys: [ALONE],
    async run() {
      const count = await game.api.rpc(await game.api.admin(), "recalculate_all_points");
      expectEqual("the number of recalculated predictions", count, game.model.recalculated);
    },
  };
}

function archive(game: Game): Operation {
  const { name: league } = game.competition();
  const from = Math.floor(game.random.between(0, 40));
  const period = { start_date: game.day(from), end_date: game.day(from + game.random.between(0, 60)) };
  return {
    name: "archive",
    keys: [ALONE],
    async run() {
      const { api, model } = game;
      const head = { name: "Soak", league, ...period };
      const made = await api.ok(api.secret, "POST", "rest/v1/leaderboard_archives", head);
      const [{ id = "" } = {}] = made as { id?: string }[];
      const caller = await api.admin();
      const players = await api.rpc(caller, "create_leaderboard_snapshot", {
        archive_id: id,
        league,
        ...period,
      });
      const columns = "user_id,full_name,predictions_scored,points,perfect_scores,accuracy,rank";
      const path = `rest/v1/archived_leaderboard_rows?archive_id=eq.${id}&select=${columns}&order=position`;
      const expected = model.archive(league, period.start_date, period.end_date);
      expectEqual("the number of archived players", players, expected.length);
      expectEqual(
        "the archived leaderboard",
        JSON.stringify(await api.ok(api.secret, "GET", path)),
        JSON.stringify(expected),
      );
    },
  };
}

/** What a player may not do: nothing changes, whatever the answer. */
function cheat(game: Game): Operation {
  const [player, match] = [game.player(), game.match()];
  type Attempt = readonly [method: string, path: string, body: unknown];
  const attempts: readonly [Attempt, ...Attempt[]] = [
    ["PATCH", `matches?id=eq.${match.id}`, { status: "completed", home_score: 9, away_score: 9 }],
    ["PATCH", `user_predictions?match_id=eq.${match.id}`, { points_earned: 3 }],
    ["DELETE", `user_predictions?match_id=eq.${match.id}`, undefined],
    ["POST", "rpc/clear_all_points", { pin: "0000" }],
    ["POST", "rpc/give_subscription", { _user_id: player.id, _type: "fa_cup", _expires_on: game.day(9) }],
  ];
  const [method, path, body] = game.random.pick(attempts);
  return {
    name: "cheat",
    keys: [player.id, match.id],
    async run() {
      const { body: changed, code } = await game.api.call(
        game.session(player),
        method,
        `rest/v1/${path}`,
        body,
      );
      if (code === null && !(Array.isArray(changed) && changed.length === 0))
        throw new Error(`a player's ${method} ${path} was answered ${JSON.stringify(changed)}`);
    },
  };
}
