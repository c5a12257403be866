/** Operations of admins and members: accounts, subscriptions, points and archives. */
import type { Game } from "./game.ts";
import { ALONE, expectCode, expectEqual, type Operation } from "./operation.ts";

const FEWEST_PLAYERS = 5;
const MOST_PLAYERS = 25;

export function addMember(game: Game): Operation | null {
  if (game.model.players.size >= MOST_PLAYERS) return null;
  return { name: "add member", keys: ["members"], run: () => game.addMember() };
}

export function deleteMember(game: Game): Operation | null {
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

/** An organiser closes an account; half of the time that is undone. */
export function closeMember(game: Game): Operation | null {
  const player = game.player();
  // Who is banned cannot sign in again.
  if (game.model.players.size <= FEWEST_PLAYERS || player.isBanned) return null;
  const undoes = game.random.chance(0.5);
  return {
    name: "close member",
    keys: [ALONE],
    async run() {
      const admin = await game.api.admin();
      const undo = await game.api.rpc(admin, "close_account", { _user_id: player.id });
      if (!undoes) return game.model.deletePlayer(player);
      await game.api.rpc(admin, "undo", { _undo_id: undo });
      // Closing has ended the session.
      game.sessions.set(player.id, await game.api.signIn(player.id));
    },
  };
}

/** A ban keeps the points; the same operation lifts it. */
export function ban(game: Game): Operation {
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

export function subscribe(game: Game): Operation {
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

export function unsubscribe(game: Game): Operation {
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
export function redeem(game: Game): Operation | null {
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

export function deletePrediction(game: Game): Operation | null {
  const match = game.match();
  const [player] = [...game.model.players.values()].filter(({ id }) => match.predictions.has(id));
  if (player === undefined) return null;
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

export function clearPredictions(game: Game): Operation {
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

/** Of one player, or rarely of all; half of the time that is undone. */
export function clearPoints(game: Game): Operation {
  const player = game.random.chance(0.2) ? null : game.player();
  const undoes = game.random.chance(0.5);
  return {
    name: player ? "clear points" : "clear all points",
    keys: [ALONE],
    async run() {
      const { api, model } = game;
      let cleared: unknown;
      const by = player === null ? api.secret : await api.admin();
      if (player === null) {
        const [row] = (await api.rpc(by, "clear_all_points")) as { cleared: number }[];
        cleared = row?.cleared;
      } else cleared = await api.rpc(by, "clear_player_points", { _user_id: player.id });
      expectEqual("the number of cleared predictions", cleared, model.clear(player, undoes));
      if (!undoes) return;
      const [latest] = (await api.rpc(by, "open_undos")) as { id: string }[];
      await api.rpc(by, "undo", { _undo_id: latest?.id });
    },
  };
}

export function recalculate(game: Game): Operation {
  return {
    name: "recalculate",
    keys: [ALONE],
    async run() {
      const count = await game.api.rpc(await game.api.admin(), "recalculate_all_points");
      expectEqual("the number of recalculated predictions", count, game.model.recalculated);
    },
  };
}

export function archive(game: Game): Operation {
  const { name: league } = game.competition();
  // From the day after tomorrow, so that questions, which are settled today, are in no archive.
  const from = 2 + Math.floor(game.random.between(0, 40));
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
export function cheat(game: Game): Operation {
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
