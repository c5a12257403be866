import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend/connection/client.ts";
import { dataOf, RequestError } from "../../backend/connection/response.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import type { ArchivedLeaderboardRow } from "../../backend/types/rows.ts";

export const archivesPage = 12;
export const leaderboardPage = 50;
/** As many as an answer holds at most. */
const exportPage = 1_000;

/** Archives whose name or league contains the words, the latest first. */
export const archives = (words: string) =>
  infiniteQueryOptions({
    queryKey: [subject.archives, "list", words],
    initialPageParam: 0,
    queryFn: ({ pageParam }) => {
      let query = backend().rest.from("leaderboard_archives").select("*");
      if (words) {
        const pattern = quoted(literally(words));
        query = query.or(`name.imatch.${pattern},league.imatch.${pattern}`);
      }
      return dataOf(
        query
          .order("created_at", { ascending: false })
          .order("id")
          .range(pageParam, pageParam + archivesPage - 1),
      );
    },
    getNextPageParam: (last, pages) => (last.length < archivesPage ? null : pages.length * archivesPage),
    placeholderData: keepPreviousData,
  });

/** The first three places of each of these archives. */
export const podiumsOf = (archiveIds: readonly string[]) =>
  queryOptions({
    queryKey: [subject.archives, "podiums", archiveIds],
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

/** One archive; null when there is none of this id. */
export const archive = (id: string) =>
  queryOptions({
    queryKey: [subject.archives, id],
    queryFn: async () => {
      if (!isId(id)) return null;
      return (
        (await dataOf(backend().rest.from("leaderboard_archives").select("*").eq("id", id).limit(1)))[0] ??
        null
      );
    },
  });

/** A page of an archived table, and how many rows there are in all; of players whose name contains the words. */
export const archivedLeaderboard = (archiveId: string, words: string, page: number) =>
  queryOptions({
    queryKey: [subject.archives, archiveId, "standings", words, page],
    queryFn: async () => {
      let query = backend()
        .rest.from("archived_leaderboard_rows")
        .select("*", { count: "exact" })
        .eq("archive_id", archiveId);
      if (words) query = query.regexIMatch("full_name", literally(words));
      const { data, error, count, status } = await query
        .order("position")
        .range(page * leaderboardPage, (page + 1) * leaderboardPage - 1);
      if (error) throw new RequestError(error.message, error.code, status);
      return { rows: data, total: count ?? data.length };
    },
    placeholderData: keepPreviousData,
  });

/** Every row of an archived table, however many answers that takes. */
export async function wholeLeaderboard(archiveId: string): Promise<ArchivedLeaderboardRow[]> {
  const rows: ArchivedLeaderboardRow[] = [];
  for (;;) {
    const page = await dataOf(
      backend()
        .rest.from("archived_leaderboard_rows")
        .select("*")
        .eq("archive_id", archiveId)
        .order("position")
        .range(rows.length, rows.length + exportPage - 1),
    );
    rows.push(...page);
    if (page.length < exportPage) return rows;
  }
}

/** A value inside PostgREST's `or`: it may hold commas and brackets. */
function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}

/**
 * A regular expression that finds the words as they are typed. Not `ilike`: PostgREST reads every `*` in its patterns as a
 * wildcard, and knows no way to say a star.
 */
function literally(words: string): string {
  return words.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&");
}

function isId(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
}

// Selectors stand outside their queries: one that is new in every render would be a change in every render.
function byArchive(rows: readonly ArchivedLeaderboardRow[]): Map<string, ArchivedLeaderboardRow[]> {
  const podiums = new Map<string, ArchivedLeaderboardRow[]>();
  for (const row of rows) podiums.set(row.archive_id, [...(podiums.get(row.archive_id) ?? []), row]);
  return podiums;
}
