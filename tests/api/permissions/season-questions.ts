/** Season questions for the permission matrix, with an answer of the player. */
import { daysFromNow } from "../../club-time.ts";
import { runSql } from "../support/host.ts";
import { done, type Row, type World } from "./world.ts";

/** A question of the Champions League, which needs no subscription. */
export const QUESTION = {
  _competition_id: "champions_league",
  _kind: "text",
  _title: "Top scorer",
  _help: "",
  _points: 5,
};

/** A new open question. Returns its id. */
export function aQuestion({ host }: World): Promise<string> {
  return done(host.secret.rpc("add_season_question", { ...QUESTION, _locks_at: daysFromNow(2) }));
}

/** A new question that the player has answered, and that has locked. */
export async function aLockedQuestion(world: World): Promise<string> {
  const _question_id = await aQuestion(world);
  const answered = await world.player.api.rpc("answer_season_question", { _question_id, _answer: ["Saka"] });
  if (answered.error) throw answered.error;
  // Organisers set no lock in the past, and waiting for one would take most of the time.
  await runSql(
    world.host,
    `update public.season_questions set locks_at = clock_timestamp() where id = '${_question_id}'`,
  );
  return _question_id;
}

/** A new locked question whose right answer is the player's. */
export async function aSettledQuestion(world: World): Promise<string> {
  const _question_id = await aLockedQuestion(world);
  await done(world.host.secret.rpc("settle_season_question", { _question_id, _correct_answers: ["Saka"] }));
  return _question_id;
}

async function anAnsweredQuestion(world: World, state: "open" | "locked"): Promise<string> {
  if (state === "locked") return aLockedQuestion(world);
  const _question_id = await aQuestion(world);
  const { error } = await world.player.api.rpc("answer_season_question", { _question_id, _answer: ["Saka"] });
  if (error) throw error;
  return _question_id;
}

export async function questionRow(world: World): Promise<Row> {
  const insert = { competition_id: "fa_cup", kind: "text", title: "x", points: 1, locks_at: daysFromNow(1) };
  return { key: { id: await aQuestion(world) }, insert, update: { points: 100 } };
}

export async function answerRow(world: World, state: "open" | "locked"): Promise<Row> {
  const question_id = await anAnsweredQuestion(world, state);
  const insert = { question_id: await aQuestion(world), user_id: world.player.id, answer: "{Kane}" };
  return { key: { question_id }, insert, update: { answer: "{Kane}" } };
}

export async function answerChangeRow(world: World, state: "open" | "locked"): Promise<Row> {
  const question_id = await anAnsweredQuestion(world, state);
  const insert = { user_id: world.player.id, question_title: "x", change: "made", answer: "{Kane}" };
  return { key: { question_id }, insert, update: { answer: "{Kane}" } };
}
