import type { QueryClient } from "@tanstack/react-query";
import { playableCompetitions } from "../../../backend/queries/playable-competitions.ts";
import { seasonQuestions } from "../../../backend/questions/question-queries.ts";
import { currentMatches, currentPredictions } from "../match-queries.ts";
import { earlyLists } from "./early-lists.ts";
import { knownRound } from "./known-round.ts";

/** Loads what Matches shows first, and has it show the round that is known. Loads with the code of the page, after Home. */
export function ask(queries: QueryClient, userId: string): void {
  const lists = knownRound(queries, userId);
  earlyLists.clear();
  if (lists) earlyLists.set(userId, lists);
  void queries.prefetchQuery(currentMatches);
  void queries.prefetchQuery(currentPredictions(userId));
  void queries.prefetchQuery(playableCompetitions(userId));
  void queries.prefetchQuery(seasonQuestions(userId));
}
