/** Season questions: asked, answered, locked and settled in one operation; then corrected, reopened or deleted, also undone. */
import { setTimeout as wait } from "node:timers/promises";
import type { Game } from "./game.ts";
import type { Player, Question } from "./model.ts";
import { ALONE, expectCode, expectEqual, type Operation } from "./operation.ts";

const MOST_QUESTIONS = 8;
const ANSWERS = ["Son", "Müller", "Kane"] as const;
/** As members write them; all are compared as equal. */
const SPELLINGS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  Son: ["Son", " SON"],
  Müller: ["Müller", "muller "],
  Kane: ["Kane", "KÁNE"],
};
/** How far ahead a lock is moved to pass. */
const LOCK_MS = 400;
const DAY_MS = 86_400_000;

/** Players answer until the lock, at which the question is settled. */
export function askAndSettle(game: Game): Operation | null {
  if (game.model.questions.size >= MOST_QUESTIONS) return null;
  const competition = game.competition();
  const points = Math.ceil(game.random.between(0, 6));
  const right = game.random.pick(ANSWERS);
  const answers = [...game.model.players.values()]
    .filter(() => game.random.chance(0.5))
    .map((player) => ({ player, answer: game.random.pick(ANSWERS) }));
  return {
    name: "ask and settle",
    keys: [ALONE],
    async run() {
      const { api, model } = game;
      const asked = {
        _competition_id: competition.id,
        _kind: "text",
        _title: "Scorer",
        _help: "",
        _points: points,
      };
      const later = new Date(Date.now() + DAY_MS).toISOString();
      const _question_id = (await api.rpc(await api.admin(), "add_season_question", {
        ...asked,
        _locks_at: later,
      })) as string;
      const question: Question = {
        id: _question_id,
        league: competition.name,
        points,
        right: null,
        answers: new Map(),
      };
      model.questions.set(_question_id, question);
      for (const { player, answer } of answers) await give(game, question, player, answer);
      const lock = Date.now() + LOCK_MS;
      await api.rpc(await api.admin(), "change_season_question", {
        _question_id,
        ...asked,
        _locks_at: new Date(lock).toISOString(),
      });
      await wait(lock + 50 - Date.now());
      for (const { player, answer } of answers.slice(0, 1)) {
        const late = await api.call(game.session(player), "POST", "rest/v1/rpc/answer_season_question", {
          _question_id,
          _answer: [answer],
        });
        expectCode("an answer after the lock", late, player.isBanned ? "SL012" : "SL001");
      }
      await settle(game, question, right);
    },
  };
}

async function give(game: Game, question: Question, player: Player, answer: string): Promise<void> {
  const spelling = game.random.pick(SPELLINGS[answer] ?? [answer]);
  const body = { _question_id: question.id, _answer: [spelling] };
  const given = await game.api.call(game.session(player), "POST", "rest/v1/rpc/answer_season_question", body);
  const refusal = player.isBanned ? "SL012" : game.model.mayPredict(player, question.league) ? null : "SL002";
  expectCode("an answer to a question", given, refusal);
  if (refusal === null) question.answers.set(player.id, { answer, isCleared: false });
}

async function settle({ api }: Game, question: Question, right: string): Promise<string | null> {
  const body = { _question_id: question.id, _correct_answers: [right] };
  const undo = await api.rpc(await api.admin(), "settle_season_question", body);
  question.right = right;
  return undo as string | null;
}

/** Another answer becomes right, or the answer is taken back; half of the time that is undone. */
export function correctQuestion(game: Game): Operation | null {
  const question = game.question();
  if (!question?.right || question.isClosed) return null;
  const before = question.right;
  const [right, reopens, undoes] = [
    game.random.pick(ANSWERS),
    game.random.chance(0.3),
    game.random.chance(0.5),
  ];
  return {
    name: reopens ? "reopen a question" : "correct a question",
    keys: [ALONE],
    async run() {
      const { api } = game;
      let undo: string | null;
      if (reopens) {
        const body = { _question_id: question.id };
        undo = (await api.rpc(await api.admin(), "reopen_season_question", body)) as string;
        question.right = null;
      } else undo = await settle(game, question, right);
      if (!reopens) expectEqual("whether a correction can be undone", undo !== null, right !== before);
      if (undo === null || !undoes) return;
      await api.rpc(await api.admin(), "undo", { _undo_id: undo });
      question.right = before;
    },
  };
}

/** With its answers and their points; half of the time that is undone. */
export function deleteQuestion(game: Game): Operation | null {
  const question = game.question();
  if (!question) return null;
  const undoes = game.random.chance(0.5);
  return {
    name: undoes ? "delete a question and undo" : "delete a question",
    keys: [ALONE],
    async run() {
      const { api, model } = game;
      const body = { _question_id: question.id };
      const undo = await api.rpc(await api.admin(), "delete_season_question", body);
      if (undoes) await api.rpc(await api.admin(), "undo", { _undo_id: undo });
      else model.questions.delete(question.id);
    },
  };
}
