import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../backend/connection/client.ts";
import { dataOf, done } from "../../../backend/connection/response.ts";
import { feedSubject } from "../../../backend/queries/live-score-provider.ts";
import { subject } from "../../../backend/queries/query-keys.ts";

/** What an act about the feed makes stale. */
export const staleAfterFeedAct = [feedSubject, subject.matches, subject.leaderboard] as const;

/** Matters come up while matches are played and the page is open. */
const refreshEvery = 15_000;

/** All of the feed's that waits for an organiser. */
export const matters = queryOptions({
  queryKey: [feedSubject, "matters"],
  queryFn: () => dataOf(backend().rest.rpc("feed_matters")),
  refetchInterval: refreshEvery,
});

/** Matches of ours that unlinked ones could be, by id. */
export const matchesById = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [subject.matches, "to link", ids],
    queryFn: async () => {
      const rows = await dataOf(
        backend()
          .rest.from("matches")
          .select("id, home_team_name, away_team_name, kickoff_at, league")
          .in("id", ids),
      );
      return new Map(rows.map((row) => [row.id, row]));
    },
    enabled: ids.length > 0,
  });

export const takeFeedScore = (id: string) =>
  done(backend().rest.rpc("take_feed_score", { _feed_match_id: id }));

export const keepOwnScore = (id: string) =>
  done(backend().rest.rpc("keep_own_score", { _feed_match_id: id }));

export const linkMatch = (link: { feedMatch: string; match: string }) =>
  done(
    backend().rest.rpc("link_feed_match", {
      _feed_match_id: link.feedMatch,
      _match_id: link.match,
      _remember: true,
    }),
  );

export const ignoreMatches = (ids: readonly string[]) =>
  dataOf(backend().rest.rpc("ignore_feed_matches", { _feed_match_ids: [...ids] }));

export const setFeed = (feed: { scores: boolean; fixtures: boolean; competitions: string[] }) =>
  done(
    backend().rest.rpc("set_live_feed", {
      _follows_scores: feed.scores,
      _follows_fixtures: feed.fixtures,
      _competitions: feed.competitions,
    }),
  );

/** Other names that organisers of this club have added. */
export const ownAliases = queryOptions({
  queryKey: [feedSubject, "aliases"],
  queryFn: () =>
    dataOf(
      backend()
        .rest.from("team_aliases")
        .select("*")
        .not("created_by_admin", "is", null)
        .order("alias")
        .limit(500),
    ),
});

export const addAlias = (alias: { alias: string; club: string }) =>
  done(backend().rest.from("team_aliases").insert(alias));

export const deleteAlias = (alias: string) =>
  done(backend().rest.from("team_aliases").delete().eq("alias", alias));
