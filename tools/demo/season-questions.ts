/** The demo's season questions: three that are open, and one that has locked and is settled. Only members answer them. */
import { setTimeout as wait } from "node:timers/promises";
import type { Backend } from "../backend/connect.ts";
import type { DemoPlayer } from "./players.ts";
import { signIn } from "./sign-in.ts";
import type { Must } from "./won-round.ts";

const LEAGUE = { _competition_id: "premier_league", _help: "" };
const FIRST_GOAL = { ...LEAGUE, _kind: "text", _title: "First scorer of the season", _points: 5 };

/** The answers of the first members; the demo's player, who is the first, leaves one question open. */
const FIRST_SCORERS = [
  "Erling Haaland",
  "Bukayo Saka",
  "bukayo saka",
  "Cole Palmer",
  "Saka",
  "Erling Haaland",
];
const CHAMPIONS = ["Arsenal", "Liverpool", "Manchester City", "Arsenal", "Liverpool", "Arsenal"];
const TOP_SCORERS = ["", "Erling Haaland", "Alexander Isak", "Mohamed Salah", "Haaland", "Bukayo Saka"];

/** The result settles the first question, which locks in the future: so its lock is two seconds away, and the caller does other things meanwhile. */
export async function addSeasonQuestions(
  backend: Backend,
  players: readonly DemoPlayer[],
  daysFromNow: (days: number) => string,
  must: Must,
): Promise<() => Promise<void>> {
  const { rest } = backend;
  const locks = `${daysFromNow(20)}T15:00:00Z`;
  const add = async (question: object) =>
    (await must(rest.rpc("add_season_question", question))).data as string;
  const scorer = await add({ ...FIRST_GOAL, _locks_at: locks });
  const champion = await add({
    ...LEAGUE,
    _kind: "team",
    _title: "Champion",
    _help: "Which team wins the competition?",
    _points: 10,
    _locks_at: locks,
  });
  const topScorer = await add({
    ...LEAGUE,
    _kind: "text",
    _title: "Top scorer",
    _points: 10,
    _locks_at: locks,
  });
  await add({
    ...LEAGUE,
    _kind: "teams",
    _title: "Relegated",
    _help: "Which three teams go down?",
    _points: 4,
    _answer_count: 3,
    _locks_at: locks,
  });
  for (const [at, player] of players.slice(0, FIRST_SCORERS.length).entries()) {
    if (!player.subscriptions.includes("premier_league")) continue;
    const club = await signIn(backend, player.email);
    for (const [id, answer] of [
      [scorer, FIRST_SCORERS[at]],
      [champion, CHAMPIONS[at]],
      [topScorer, TOP_SCORERS[at]],
    ])
      if (answer) await must(club.rpc("answer_season_question", { _question_id: id, _answer: [answer] }));
  }
  const lock = Date.now() + 2_000;
  const moved = { _question_id: scorer, ...FIRST_GOAL, _locks_at: new Date(lock).toISOString() };
  await must(rest.rpc("change_season_question", moved));
  return async () => {
    await wait(Math.max(0, lock + 500 - Date.now()));
    const _correct_answers = ["Bukayo Saka", "Saka"];
    await must(rest.rpc("settle_season_question", { _question_id: scorer, _correct_answers }));
  };
}
