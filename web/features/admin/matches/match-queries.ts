import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "../../../backend/connection/client.ts";
import { dataOf, RequestError } from "../../../backend/connection/response.ts";
import { subject } from "../../../backend/queries/query-keys.ts";
import type { MatchRow, MatchStatus } from "../../../backend/types/rows.ts";

export const pageSize = 20;

export interface MatchPage {
  matches: MatchRow[];
  total: number;
}

/** A page of the matches with a status: open matches earliest first, others latest first. `words` filters by team name. */
export const matchPage = (status: MatchStatus, words: string, page: number) =>
  queryOptions({
    queryKey: [subject.matches, "managed", status, words, page],
    queryFn: async (): Promise<MatchPage> => {
      let query = backend().rest.from("matches").select("*", { count: "exact" }).eq("status", status);
      const pattern = words.replace(/[^\p{L}\p{N} &'.-]/gu, "").trim();
      if (pattern)
        query = query.or(`home_team_name.ilike."*${pattern}*",away_team_name.ilike."*${pattern}*"`);
      const ascending = status === "upcoming" || status === "live";
      const {
        data,
        error,
        status: http,
        count,
      } = await query
        .order("kickoff_at", { ascending })
        .order("id")
        .range(page * pageSize, (page + 1) * pageSize - 1);
      if (error) throw new RequestError(error.message, error.code, http);
      return { matches: data, total: count ?? data.length };
    },
    placeholderData: keepPreviousData,
  });

/** The number of matches with a status. */
export const matchCount = (status: MatchStatus) =>
  queryOptions({
    queryKey: [subject.matches, "count", status],
    queryFn: async (): Promise<number> => {
      const {
        error,
        status: http,
        count,
      } = await backend()
        .rest.from("matches")
        .select("id", { count: "exact", head: true })
        .eq("status", status);
      if (error) throw new RequestError(error.message, error.code, http);
      return count ?? 0;
    },
  });

/** All team names, in alphabetical order. */
export const teamNames = queryOptions({
  queryKey: [subject.teams, "names"],
  queryFn: () => dataOf(backend().rest.from("teams").select("name").order("name").limit(1_000)),
  select: namesOf,
});

function namesOf(rows: readonly { name: string }[]): string[] {
  return rows.map(({ name }) => name);
}
