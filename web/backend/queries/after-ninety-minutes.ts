import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "../connection/client.ts";
import { dataOf } from "../connection/response.ts";
import type { LiveScoreRow } from "../types/rows.ts";
import { subject } from "./query-keys.ts";

/** What came after 90 minutes of a match. */
export type AfterNinetyRow = Pick<
  LiveScoreRow,
  "match_id" | "state" | "extra_home" | "extra_away" | "penalties_home" | "penalties_away"
>;

/** The provider is asked once a minute, and a match in extra time does not change otherwise. */
const whileLive = 60_000;

/** Those of these matches that went to extra time or penalties, by match. `live`: one of them is being played. */
export const afterNinetyMinutes = (matchIds: readonly string[], live = false) =>
  queryOptions({
    queryKey: [subject.matches, "beyond ninety", matchIds],
    queryFn: () =>
      dataOf(
        backend()
          .rest.from("live_scores")
          .select("match_id, state, extra_home, extra_away, penalties_home, penalties_away")
          .in("match_id", [...matchIds])
          .or("extra_home.not.is.null,penalties_home.not.is.null"),
      ),
    select: byMatch,
    enabled: matchIds.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: live && whileLive,
  });

// A selector that is new in every render would be a change in every render.
function byMatch(rows: readonly AfterNinetyRow[]): Map<string, AfterNinetyRow> {
  return new Map(rows.map((row) => [row.match_id, row]));
}
