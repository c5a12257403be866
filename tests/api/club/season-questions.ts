/** Season questions in the season of season.sweep.test.ts: some settled before the points are cleared, some after it. */
import { runSql } from "../../engines/run-sql.ts";
import type { Host, Person } from "../support/host.ts";

interface Question {
  id: string;
  competition: { id: string; name: string };
  kind: "text" | "number";
  points: number;
  /** The answer of a player by number. */
  answer(player: number): string;
}

const PREMIER_LEAGUE = { id: "premier_league", name: "Premier League" };
const FRIENDLY_CLUB = { id: "friendly_club", name: "Friendly Club" };
const ids = Array.from({ length: 4 }, (_, at) => `00000000-0000-4000-8000-00000000000${at}`);

/** The second earns as many points as a perfect score. */
const QUESTIONS: readonly Question[] = [
  {
    competition: PREMIER_LEAGUE,
    kind: "text" as const,
    points: 7,
    answer: (at: number) => (at % 2 ? "Müller" : "Son"),
  },
  { competition: FRIENDLY_CLUB, kind: "number" as const, points: 3, answer: (at: number) => String(at % 3) },
  {
    competition: PREMIER_LEAGUE,
    kind: "text" as const,
    points: 5,
    answer: (at: number) => (at % 4 ? "Kane" : "KANÉ "),
  },
  { competition: PREMIER_LEAGUE, kind: "number" as const, points: 90, answer: () => "1" },
].map((question, at) => ({ ...question, id: ids[at] ?? "" }));

/** Four questions that have locked, with an answer of every player to each. */
export async function askQuestions(host: Host, players: readonly string[]): Promise<void> {
  const questions = QUESTIONS.map(
    ({ id, competition, kind, points }) =>
      `('${id}', '${competition.id}', '${kind}', 'Question', ${points}, now() - interval '1 day')`,
  );
  const answers = QUESTIONS.flatMap(({ id, answer }) =>
    players.map((player, at) => `('${id}', '${player}', array['${answer(at)}'])`),
  );
  await runSql(
    host.databaseUrl,
    `insert into public.season_questions (id, competition_id, kind, title, points, locks_at) values ${questions};
     insert into public.season_answers (question_id, user_id, answer) values ${answers}`,
  );
}

/** The first question, settled wrongly and corrected. Its points are cleared with all others midway. */
export async function settleBeforeClearing({ api }: Person): Promise<void> {
  for (const right of ["Son", "muller"])
    await succeed(
      api.rpc("settle_season_question", { _question_id: ids[0] ?? "", _correct_answers: [right] }),
    );
}

/** The second and the third are settled, the fourth is settled and reopened. */
export async function settleAfterClearing({ api }: Person): Promise<void> {
  for (const [at, right] of [
    [1, "2"],
    [2, "kane"],
    [3, "1"],
  ] as const)
    await succeed(
      api.rpc("settle_season_question", { _question_id: ids[at] ?? "", _correct_answers: [right] }),
    );
  await succeed(api.rpc("reopen_season_question", { _question_id: ids[3] ?? "" }));
}

/** What the players must have for questions on a leaderboard: 3 points for the remainder 2, and 5 for everyone, who all wrote Kane. */
export function questionPointsOf(players: readonly string[], league: string): Map<string, number> {
  return new Map(
    players.map((player, at) => [
      player,
      (league === "Premier League" ? 0 : at % 3 === 2 ? 3 : 0) + (league === "Friendly Club" ? 0 : 5),
    ]),
  );
}

async function succeed(request: PromiseLike<{ error: { message: string } | null }>): Promise<void> {
  const { error } = await request;
  if (error) throw new Error(error.message);
}
