import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import { backend } from "../../backend/connection/client.ts";
import { dataOf } from "../../backend/connection/response.ts";
import { serverNow } from "../../backend/connection/server-clock.ts";
import { loadWindow } from "../../backend/live/later-loads.ts";
import { isOver } from "../../backend/live/match-changes.ts";
import { allRows } from "../../backend/paging/all-rows.ts";
import { knownOrAsked } from "../../backend/paging/known-rows.ts";
import { type Order, pageOf, pagesAfterRow } from "../../backend/paging/paging.ts";
import { byMatch, predictionsOf } from "../../backend/queries/own-predictions.ts";
import { playedPage, subject } from "../../backend/queries/query-keys.ts";
import { byTime, onDevice, onDeviceDated, resultOf } from "../../backend/queries/query-meta.ts";
import { joined } from "../../backend/requests/read-together.ts";
import type { MatchPredictionRow, MatchRow, MatchSplitRow, PredictionRow } from "../../backend/types/rows.ts";

const current = ["upcoming", "live"] as const;
const earliestFirst: Order<MatchRow> = [
  ["kickoff_at", "asc"],
  ["id", "asc"],
];
const latestFirst: Order<MatchRow> = [
  ["kickoff_at", "desc"],
  ["id", "asc"],
];
const byMatchId: Order<PredictionRow> = [["match_id", "asc"]];

/** All live and upcoming matches, by kick-off. */
export const currentMatches = queryOptions({
  queryKey: [subject.matches, "current"],
  meta: {
    ...onDeviceDated,
    matchList: { has: (row) => !isOver(row), order: byTime("kickoff_at") },
  },
  queryFn: () =>
    allRows<MatchRow>((size, after) =>
      dataOf(
        pageOf(backend().rest.from("matches").select("*").in("status", current), earliestFirst, size, after),
      ),
    ),
});

/** Completed and cancelled matches, latest first, page by page. `league` null: of all competitions. */
export const playedMatches = (league: string | null) =>
  infiniteQueryOptions({
    queryKey: [subject.matches, "played", league],
    meta: {
      ...onDeviceDated,
      matchList: {
        has: (row) => isOver(row) && (league === null || league === row.league),
        order: byTime("kickoff_at", true),
        // A page lost one, and the next page has its successor.
        isIncomplete: (before, after) => after.length < before.length && before.length >= playedPage,
      },
    },
    ...pagesAfterRow<MatchRow>(playedPage),
    queryFn: ({ pageParam }) => {
      let query = backend().rest.from("matches").select("*").in("status", ["completed", "cancelled"]);
      if (league) query = query.eq("league", league);
      return dataOf(pageOf(query, latestFirst, playedPage, pageParam));
    },
  });

/** The player's own predictions of live and upcoming matches. */
export const currentPredictions = (userId: string) =>
  queryOptions({
    queryKey: [subject.predictions, userId, "current"],
    meta: {
      ...onDevice,
      ownPredictions: { afterResult: (matchId) => predictionsOf(userId, [matchId]) },
      // A match that comes back needs its prediction, which only the list of results had.
      isOutdatedBy: ({ after }, kind) => kind === "result" && after !== null && !isOver(after),
    },
    queryFn: () =>
      allRows<PredictionRow>((size, after) => {
        const own = backend()
          .rest.from("user_predictions")
          .select("*, matches!inner(status)")
          .eq("user_id", userId)
          .in("matches.status", current);
        return dataOf(pageOf(own, byMatchId, size, after));
      }),
    // A map, because each card looks up its own match.
    select: byMatch,
  });

/** The most matches that one call counts. */
const splitsAtOnce = 200;

/** The split of all players' predictions, for the locked ones of these matches. */
export const splitsOf = (matchIds: readonly string[]) =>
  queryOptions({
    queryKey: [subject.splits, matchIds],
    meta: {
      ...onDevice,
      matchIds,
      // A reopened match hides its split until the next lock.
      isOutdatedBy: (change, kind) => change.after?.status === "upcoming" && resultOf(matchIds)(change, kind),
    },
    queryFn: (context) =>
      knownOrAsked(context, [subject.splits], async () => {
        await untilOwnTurn(context.client, matchIds);
        const parts = Array.from({ length: Math.ceil(matchIds.length / splitsAtOnce) }, (_, part) =>
          matchIds.slice(part * splitsAtOnce, (part + 1) * splitsAtOnce),
        );
        const splits = parts.map((ids) =>
          dataOf(joined(backend().rest.rpc("match_splits", { _match_ids: ids }))),
        );
        return (await Promise.all(splits)).flat();
      }),
    select: splitsByMatch,
    enabled: matchIds.length > 0,
    placeholderData: keepPreviousData,
  });

const picksPage = 100;

/**
 * The predictions of one locked match, page by page: the player's own, then the best first by the match's score. Of
 * everyone, or of the members of the player's groups (empty for a player without a group).
 */
export const picksOf = (
  { id, home_score, away_score }: MatchRow,
  list: "match_predictions" | "group_match_predictions",
) =>
  infiniteQueryOptions({
    // Another score is another order, whose pages begin again.
    queryKey: [subject.predictions, list, id, home_score, away_score],
    meta: onDevice,
    ...pagesAfterRow<MatchPredictionRow>(picksPage),
    queryFn: ({ pageParam }): Promise<MatchPredictionRow[]> =>
      dataOf(
        backend().rest.rpc(list, {
          _match_id: id,
          page_limit: picksPage,
          ...(pageParam && {
            after_points: pageParam.points ?? 0,
            after_name: pageParam.full_name,
            after_user: pageParam.user_id,
          }),
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** The reopenings of a match, the latest first. */
export const reopeningsOf = (matchId: string) =>
  queryOptions({
    queryKey: [subject.matches, "reopenings", matchId],
    meta: { ...onDeviceDated, isOutdatedBy: resultOf([matchId]) },
    queryFn: () => dataOf(backend().rest.rpc("match_reopenings", { _match_ids: [matchId] })),
  });

const minute = 60_000;

/** The server's clock may differ by so much from the page's. */
const clockTolerance = 2_000;

/**
 * At a lock every open page asks for the split in the same second, so each of them waits for a part of the club's window, and
 * until the match has locked by the server's clock too.
 */
async function untilOwnTurn(queries: QueryClient, matchIds: readonly string[]): Promise<void> {
  const rows = queries.getQueryData(currentMatches.queryKey) ?? [];
  const now = serverNow();
  const isNew = rows.some(
    ({ id, locks_at }) => matchIds.includes(id) && Math.abs(now - Date.parse(locks_at)) < minute,
  );
  if (!isNew) return;
  const pause = clockTolerance + Math.random() * loadWindow(queries);
  await new Promise((resolve) => setTimeout(resolve, pause));
}

// Selectors are defined outside their queries, because a new function in every render would count as a change.
function splitsByMatch(rows: readonly MatchSplitRow[]): Map<string, MatchSplitRow> {
  return new Map(rows.map((row) => [row.match_id, row]));
}
