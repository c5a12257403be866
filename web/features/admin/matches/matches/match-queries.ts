import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf, RequestError } from "../../../../backend/connection/response.ts";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { allRows } from "../../../../backend/paging/all-rows.ts";
import { type Order, pageOf } from "../../../../backend/paging/paging.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { managedMatches } from "../../../../backend/queries/query-meta.ts";
import type { MatchRow, MatchStatus } from "../../../../backend/types/rows.ts";
import { livePeriod } from "../../../../football/rules/awaiting-result.ts";
import { competitions } from "../../../../football/rules/competitions.ts";
import { namePatterns, quoted } from "../../../../ui/text/name-patterns.ts";
import { loadPreview, valuesOf } from "./match-mutations.ts";
import type { MatchFields } from "./match-rules.ts";

export const pageSize = 20;

/** The tabs of the screen: the statuses of matches, without the live ones that await their result and without postponed ones. */
export type ManagedStatus = MatchStatus | "awaiting" | "postponed";

export interface MatchPage {
  matches: MatchRow[];
  total: number;
}

/**
 * A page of the matches with a status: open matches earliest first, others latest first. Each of `words` is in the name
 * of a team.
 */
export const matchPage = (status: ManagedStatus, words: string, page: number) =>
  queryOptions({
    queryKey: [subject.matches, "managed", status, words, page],
    meta: managedMatches,
    queryFn: async ({ signal }): Promise<MatchPage> => {
      let query = backend()
        .rest.from("matches")
        .select("*", { count: "exact" })
        .or(filterOf(status))
        .abortSignal(signal);
      for (const pattern of namePatterns(words).map(quoted))
        query = query.or(`home_team_name.imatch.${pattern},away_team_name.imatch.${pattern}`);
      const ascending = status === "upcoming" || status === "live" || status === "postponed";
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
export const matchCount = (status: ManagedStatus) =>
  queryOptions({
    queryKey: [subject.matches, "count", status],
    meta: managedMatches,
    queryFn: async (): Promise<number> => {
      const {
        error,
        status: http,
        count,
      } = await backend()
        .rest.from("matches")
        .select("id", { count: "exact", head: true })
        .or(filterOf(status));
      if (error) throw new RequestError(error.message, error.code, http);
      return count ?? 0;
    },
  });

/** The number of members whose prediction of this match earned points. */
export const membersWithPoints = (matchId: string) =>
  queryOptions({
    queryKey: [subject.matches, "members with points", matchId],
    meta: managedMatches,
    queryFn: async (): Promise<number> => {
      const {
        error,
        status: http,
        count,
      } = await backend()
        .rest.from("user_predictions")
        .select("id", { count: "exact", head: true })
        .eq("match_id", matchId)
        .gt("points_earned", 0);
      if (error) throw new RequestError(error.message, error.code, http);
      return count ?? 0;
    },
  });

/** The club's date of the next match that has not kicked off; null without one. */
export const nextMatchDate = queryOptions({
  queryKey: [subject.matches, "next date"],
  meta: managedMatches,
  queryFn: async () => {
    const after = new Date(serverNow()).toISOString();
    const upcoming = backend().rest.from("matches").select("match_date").eq("status", "upcoming");
    const rows = await dataOf(upcoming.gt("kickoff_at", after).order("kickoff_at").limit(1));
    return rows[0]?.match_date ?? null;
  },
});

/** The filter of a tab at the current time, by the rule of `isAwaitingResult`. */
function filterOf(status: ManagedStatus): string {
  // As `isPostponed`: without a day.
  if (status === "postponed")
    return "and(status.eq.upcoming,kickoff_confirmed.is.false,day_time_zone.is.null)";
  if (status === "upcoming")
    return "and(status.eq.upcoming,or(kickoff_confirmed.is.true,day_time_zone.not.is.null))";
  if (status !== "live" && status !== "awaiting") return `status.eq.${status}`;
  const cups = competitions.filter((competition) => competition.isCup).map(({ name }) => `"${name}"`);
  const since = (cup: boolean) => new Date(serverNow() - livePeriod(cup)).toISOString();
  const started =
    status === "live"
      ? "status.eq.live"
      : "or(status.eq.live,and(status.eq.upcoming,kickoff_confirmed.is.true))";
  const operator = status === "live" ? "gt" : "lte";
  return [true, false]
    .map(
      (cup) => `and(${started},league.${cup ? "" : "not."}in.(${cups}),kickoff_at.${operator}.${since(cup)})`,
    )
    .join(",");
}

const byName: Order<{ name: string }> = [["name", "asc"]];

/** All team names, in alphabetical order. */
export const teamNames = queryOptions({
  queryKey: [subject.teams, "names"],
  queryFn: () =>
    allRows<{ name: string }>((size, after) =>
      dataOf(pageOf(backend().rest.from("teams").select("name"), byName, size, after)),
    ),
  select: namesOf,
});

function namesOf(rows: readonly { name: string }[]): string[] {
  return rows.map(({ name }) => name);
}

/** What saving these fields would store, and which other matches of the club it may be. */
export const matchPreview = (fields: MatchFields, matchId: string | null) =>
  queryOptions({
    queryKey: [subject.matches, "preview of one", matchId, valuesOf(fields)],
    meta: managedMatches,
    queryFn: () => loadPreview(fields, matchId),
    placeholderData: keepPreviousData,
  });
