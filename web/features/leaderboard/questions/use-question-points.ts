import { useQueries, useQuery } from "@tanstack/react-query";
import { summaryOf } from "../../../backend/queries/form-and-crowd.ts";
import { questionPoints } from "../../../backend/questions/question-queries.ts";

/** The points of a player for season questions; null while they load. */
export type QuestionPoints = (userId: string) => number | null;

/**
 * The points for season questions of the players on these pages of a leaderboard. Undefined, and nothing is loaded, while no
 * question of the leaderboard is settled.
 */
export function useQuestionPoints(
  league: string,
  pages: readonly (readonly { user_id: string }[] | undefined)[],
): QuestionPoints | undefined {
  const hasQuestions = useQuery(summaryOf(league)).data?.has_questions ?? false;
  const loaded = useQueries({
    queries: pages.map((rows = []) =>
      questionPoints(league, hasQuestions ? rows.map(({ user_id: userId }) => userId) : []),
    ),
  });
  if (!hasQuestions) return undefined;
  return (userId) => loaded.find(({ data }) => data?.has(userId))?.data?.get(userId) ?? null;
}
