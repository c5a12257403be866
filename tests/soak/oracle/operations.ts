/** Random operations of the game. Each one calls the API, checks its answer and then changes the model. */
import {
  addMember,
  archive,
  ban,
  cheat,
  clearPoints,
  clearPredictions,
  closeMember,
  deleteMember,
  deletePrediction,
  recalculate,
  redeem,
  subscribe,
  unsubscribe,
} from "./club-operations.ts";
import type { Game } from "./game.ts";
import type { Goals, Match, Player } from "./model.ts";
import { ALONE, expectCode, type Operation } from "./operation.ts";
import { askAndSettle, correctQuestion, deleteQuestion } from "./question-operations.ts";

const FEWEST_MATCHES = 12;
const MOST_MATCHES = 40;

type Maker = (game: Game) => Operation | null;

/** How often each operation is chosen, and how it is made; null if the club is not in a state for it. */
const MAKERS: readonly (readonly [share: number, make: Maker])[] = [
  [40, predict],
  [5, predictSeveral],
  [8, markDouble],
  [10, complete],
  [7, correct],
  [2, startMatch],
  [1, cancel],
  [3, addMatch],
  [1, deleteMatch],
  [1, moveToLeague],
  [2, addMember],
  [1, deleteMember],
  [1, closeMember],
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
  [3, askAndSettle],
  [4, correctQuestion],
  [1, deleteQuestion],
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

/** Whether a mark is accepted depends on the player's other matches. */
function markDouble(game: Game): Operation {
  const [player, match, isDouble] = [game.player(), game.match(), game.random.chance(0.8)];
  return {
    name: "mark double",
    keys: [ALONE],
    async run() {
      const body = { _match_id: match.id, _is_double: isDouble };
      const answer = await game.api.call(game.session(player), "POST", "rest/v1/rpc/mark_double", body);
      const expected = game.model.refusalOfDouble(player, match, isDouble);
      expectCode(`a double of a match that is ${match.status}`, answer, expected);
      const prediction = match.predictions.get(player.id);
      if (expected === null && prediction) prediction.isDouble = isDouble;
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
