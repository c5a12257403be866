import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { warningSentences } from "../../../../backend/sentences/season-sentences.ts";
import { sentencesOf } from "../../../../backend/sentences/sentence.ts";
import type { Sentence } from "../../../../backend/types/season-rows.ts";

/** What to know before all points are cleared, in sentences: such as leaderboards without an archive. Always loaded again. */
export const warningsBeforeClearing = queryOptions({
  queryKey: [subject.dashboard, "warnings before clearing"],
  queryFn: () => dataOf(backend().rest.rpc("season_warnings", { _act: "clear" })).then(inWords),
  gcTime: 0,
});

/** The same before a leaderboard of these days is archived. Without an answer it warns of nothing. */
export async function warningsBeforeArchiving(period: { league: string; start: string; end: string }) {
  const { league, start, end } = period;
  const days = { _league: league, _start_date: start, _end_date: end };
  return dataOf(backend().rest.rpc("season_warnings", { _act: "archive", ...days })).then(inWords, () => []);
}

function inWords(warnings: readonly Sentence[]): string[] {
  return sentencesOf(warningSentences, warnings);
}
