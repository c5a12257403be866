import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import type { Loaded } from "../../../../backend/edits/save-edit.ts";
import { providerSubject } from "../../../../backend/queries/live-score-provider.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { QueryMeta } from "../../../../backend/queries/query-meta.ts";
import type { LiveScoreRow, MatchRow } from "../../../../backend/types/rows.ts";
import { isAwaitingResult } from "../../../../football/rules/awaiting-result.ts";
import { openedScore, type SavedScore } from "./live-score-rules.ts";

export interface MatchesByStatus {
  live: MatchRow[];
  awaiting: MatchRow[];
  upcoming: MatchRow[];
  completed: MatchRow[];
}

export function byStatus(matches: readonly MatchRow[], now: number): MatchesByStatus {
  const awaits = (match: MatchRow) => isAwaitingResult(match, now);
  return {
    awaiting: matches.filter(awaits),
    live: matches.filter((match) => match.status === "live" && !awaits(match)),
    upcoming: matches.filter((match) => match.status === "upcoming" && !awaits(match)),
    completed: matches.filter(({ status }) => status === "completed").toReversed(),
  };
}

/** The provider's live scores of these matches, by match id. */
export const liveScoresOf = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [providerSubject, "scores", ids],
    queryFn: async () => {
      const rows = await dataOf(backend().rest.from("live_scores").select("*").in("match_id", ids));
      return new Map<string, LiveScoreRow>(rows.map((row) => [row.match_id, row]));
    },
    enabled: ids.length > 0,
  });

/** The points that these live matches would give at their current scores, by match id. Loaded again when a match changes. */
export const pointsOf = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [subject.matches, "live points", ids],
    meta: { isOutdatedBy: ({ id }, kind) => kind !== "details" && ids.includes(id) },
    queryFn: async () => {
      const rows = await dataOf(backend().rest.rpc("live_points", { _match_ids: [...ids] }));
      return new Map(rows.map((row) => [row.match_id, row]));
    },
    enabled: ids.length > 0,
  });

export async function loadScore(matchId: string): Promise<Loaded<SavedScore, SavedScore>> {
  return openedScore(await dataOf(backend().rest.from("matches").select("*").eq("id", matchId).single()));
}

export const pageSize = 25;

/** It counts live scores, so each of them changes it. */
const liveBoard: QueryMeta = { isOutdatedBy: (_, kind) => kind !== "details" };

/** A page of a leaderboard that includes live matches. `league` is a competition's name or `Overall`. */
export const provisionalLeaderboard = (league: string, page: number) =>
  queryOptions({
    queryKey: [subject.leaderboard, league, "as it stands", page],
    meta: liveBoard,
    queryFn: () =>
      dataOf(
        backend().rest.rpc("provisional_leaderboard", {
          league,
          page_limit: pageSize,
          page_offset: page * pageSize,
        }),
      ),
  });

/** The number of players on a leaderboard. */
export const playersOf = (league: string) =>
  queryOptions({
    queryKey: [subject.leaderboard, league, "as it stands", "players"],
    meta: liveBoard,
    queryFn: async () =>
      (await dataOf(backend().rest.rpc("leaderboard_summary", { league })))[0]?.players ?? 0,
  });
