import { queryOptions } from "@tanstack/react-query";
import * as words from "#words/admin-club";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { warningSentences } from "../../../../backend/sentences/season-sentences.ts";
import { sentencesOf } from "../../../../backend/sentences/sentence.ts";
import type { Database } from "../../../../backend/types/database.ts";
import type { Sentence } from "../../../../backend/types/season-rows.ts";

/** What to know before all points are cleared: such as leaderboards without an archive. Always loaded again. */
export const warningsBeforeClearing = queryOptions({
  queryKey: [subject.dashboard, "warnings before clearing"],
  queryFn: () => warnings({ _act: "clear" }),
  gcTime: 0,
});

/** The same before a leaderboard of these days is archived. */
export function warningsBeforeArchiving(period: { league: string; start: string; end: string }) {
  const { league, start, end } = period;
  return warnings({ _act: "archive", _league: league, _start_date: start, _end_date: end });
}

type Asked = Database["public"]["Functions"]["season_warnings"]["Args"];

/** In sentences. Without an answer it warns of that: there may be something to know. */
function warnings(asked: Asked): Promise<string[]> {
  return dataOf(backend().rest.rpc("season_warnings", asked)).then(
    (found: Sentence[]) => sentencesOf(warningSentences, found),
    () => [words.warningsDidNotLoad],
  );
}
