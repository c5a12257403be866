import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { backend } from "../connection/client.ts";
import { dataOf } from "../connection/response.ts";
import { subject } from "../queries/query-keys.ts";
import { onDevice, pointsIn } from "../queries/query-meta.ts";
import { joined } from "../requests/read-together.ts";
import type { SeasonAnswerRow } from "../types/question-rows.ts";

/** The season questions with the player's answers: the open ones in the order of their locks, then the others. */
export const seasonQuestions = (userId: string) =>
  queryOptions({
    queryKey: [subject.questions, "own", userId],
    meta: onDevice,
    queryFn: () => dataOf(joined(backend().rest.rpc("my_season_questions"))),
  });

/** How often each answer to a locked question was given, most often first. */
export const answerCounts = (questionId: string) =>
  queryOptions({
    queryKey: [subject.questions, questionId, "counts"],
    meta: onDevice,
    queryFn: () => dataOf(backend().rest.rpc("season_answer_counts", { _question_id: questionId })),
  });

const answersPage = 50;

/** Who answered what to a locked question, by name, page by page. */
export const answersOf = (questionId: string) =>
  infiniteQueryOptions({
    queryKey: [subject.questions, questionId, "answers"],
    meta: onDevice,
    initialPageParam: 0,
    queryFn: ({ pageParam }): Promise<SeasonAnswerRow[]> =>
      dataOf(
        backend().rest.rpc("season_answers_of", {
          _question_id: questionId,
          page_limit: answersPage,
          page_offset: pageParam,
        }),
      ),
    getNextPageParam: (last, pages) => (last.length < answersPage ? undefined : pages.length * answersPage),
  });

/** A player's answers to the settled questions of a leaderboard, latest first. */
export const playerAnswers = (userId: string, league: string) =>
  queryOptions({
    queryKey: [subject.questions, "of player", userId, league],
    meta: onDevice,
    queryFn: () => dataOf(backend().rest.rpc("player_season_answers", { _user_id: userId, league })),
  });

/** The points for season questions of these players on a leaderboard, by player. */
export const questionPoints = (league: string, userIds: readonly string[]) => {
  const players = userIds.toSorted();
  return queryOptions({
    queryKey: [subject.leaderboard, league, "question points", players],
    meta: pointsIn(league),
    queryFn: () => dataOf(joined(backend().rest.rpc("question_points", { league, user_ids: players }))),
    select: pointsByPlayer,
    enabled: players.length > 0,
  });
};

/** Defined outside the query, because a new function in every render would count as a change. */
function pointsByPlayer(rows: readonly { user_id: string; points: number }[]): Map<string, number> {
  return new Map(rows.map(({ user_id, points }) => [user_id, points]));
}
