import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend/connection/client.ts";
import { dataOf, RequestError } from "../../backend/connection/response.ts";
import { allRows } from "../../backend/paging/all-rows.ts";
import { newestFirst, type Order, pageOf, pagesAfterRow } from "../../backend/paging/paging.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { onDeviceDated } from "../../backend/queries/query-meta.ts";
import type { ArchivedLeaderboardRow, LeaderboardArchiveRow } from "../../backend/types/rows.ts";
import { isId } from "../../routing/is-id.ts";
import { namePatterns, quoted } from "../../ui/text/name-patterns.ts";

export const archivesPageSize = 12;
export const leaderboardPageSize = 50;
const byPosition: Order<ArchivedLeaderboardRow> = [["position", "asc"]];

/** The archives of which the name or the league contains each word, latest first. */
export const archives = (words: string) =>
  infiniteQueryOptions({
    queryKey: [subject.archives, "list", words],
    meta: onDeviceDated,
    ...pagesAfterRow<LeaderboardArchiveRow>(archivesPageSize),
    queryFn: ({ pageParam, signal }) => {
      let query = backend().rest.from("leaderboard_archives").select("*").abortSignal(signal);
      for (const pattern of namePatterns(words).map(quoted))
        query = query.or(`name.imatch.${pattern},league.imatch.${pattern}`);
      return dataOf(pageOf(query, newestFirst, archivesPageSize, pageParam));
    },
    placeholderData: keepPreviousData,
  });

/** The first three places of each of these archives. */
export const podiumsOf = (archiveIds: readonly string[]) =>
  queryOptions({
    queryKey: [subject.archives, "podiums", archiveIds],
    meta: onDeviceDated,
    queryFn: () =>
      dataOf(
        backend()
          .rest.from("archived_leaderboard_rows")
          .select("*")
          .in("archive_id", [...archiveIds])
          .lte("position", 3)
          .order("position"),
      ),
    select: byArchive,
    enabled: archiveIds.length > 0,
    placeholderData: keepPreviousData,
  });

/** The archive with an id; null if it does not exist. */
export const archive = (id: string) =>
  queryOptions({
    queryKey: [subject.archives, id],
    meta: onDeviceDated,
    queryFn: async () => {
      if (!isId(id)) return null;
      return (
        (await dataOf(backend().rest.from("leaderboard_archives").select("*").eq("id", id).limit(1)))[0] ??
        null
      );
    },
  });

/** A page of an archived leaderboard and its total number of rows. `words` filters by the player's name. */
export const archivedLeaderboard = (archiveId: string, words: string, page: number) =>
  queryOptions({
    queryKey: [subject.archives, archiveId, "standings", words, page],
    meta: onDeviceDated,
    queryFn: async ({ signal }) => {
      let query = backend()
        .rest.from("archived_leaderboard_rows")
        .select("*", { count: "exact" })
        .abortSignal(signal)
        .eq("archive_id", archiveId);
      for (const pattern of namePatterns(words)) query = query.regexIMatch("full_name", pattern);
      const { data, error, count, status } = await query
        .order("position")
        .range(page * leaderboardPageSize, (page + 1) * leaderboardPageSize - 1);
      if (error) throw new RequestError(error.message, error.code, status);
      return { rows: data, total: count ?? data.length };
    },
    placeholderData: keepPreviousData,
  });

/** Whether a player of an archived leaderboard has points for season questions. */
export const archiveHasQuestions = (archiveId: string) =>
  queryOptions({
    queryKey: [subject.archives, archiveId, "questions"],
    meta: onDeviceDated,
    queryFn: async () => {
      const rows = backend()
        .rest.from("archived_leaderboard_rows")
        .select("*")
        .eq("archive_id", archiveId)
        .gt("question_points", 0)
        .limit(1);
      return (await dataOf(rows)).length > 0;
    },
  });

/** All rows of an archived leaderboard. */
export function wholeLeaderboard(archiveId: string): Promise<ArchivedLeaderboardRow[]> {
  return allRows((size, after) =>
    dataOf(
      pageOf(
        backend().rest.from("archived_leaderboard_rows").select("*").eq("archive_id", archiveId),
        byPosition,
        size,
        after,
      ),
    ),
  );
}

// The selector is defined outside the query, because a new function in every render would run again in every render.
function byArchive(rows: readonly ArchivedLeaderboardRow[]): Map<string, ArchivedLeaderboardRow[]> {
  const podiums = new Map<string, ArchivedLeaderboardRow[]>();
  for (const row of rows) podiums.set(row.archive_id, [...(podiums.get(row.archive_id) ?? []), row]);
  return podiums;
}
