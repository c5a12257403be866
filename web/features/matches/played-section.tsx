import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/matches";
import { afterNinetyMinutes } from "../../backend/queries/after-ninety-minutes.ts";
import { predictionsOf } from "../../backend/queries/own-predictions.ts";
import { playedPage } from "../../backend/queries/query-keys.ts";
import type { MatchRow, MatchSplitRow, PredictionRow } from "../../backend/types/rows.ts";
import { isCup } from "../../football/rules/competitions.ts";
import { EmptyState } from "../../ui/loading/empty-state.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { lazyOptionalWhenIdle } from "../../ui/loading/lazy-optional.tsx";
import { LoadMoreButton } from "../../ui/loading/load-more-button.tsx";
import { useIncrementalCount } from "../../ui/loading/use-incremental-count.ts";
import { CardPlaceholder, CardSkeletons } from "./cards/card-skeleton.tsx";
import { LockedCard } from "./cards/locked-card.tsx";
import { playedMatches, splitsOf } from "./match-queries.ts";
import { limitWith } from "./match-state.ts";

const ShareRound = lazyOptionalWhenIdle(async () => (await import("./share-round.tsx")).ShareRound);

interface Props {
  now: number;
  /** The matches that have locked and are not completed, for the picks that the player shares. */
  started: readonly MatchRow[];
  /** Locked matches that are neither live nor completed. */
  locked: readonly MatchRow[];
  /** The matches that await their result, the latest first. */
  awaiting: readonly MatchRow[];
  predictions: ReadonlyMap<string, PredictionRow>;
  splits: ReadonlyMap<string, MatchSplitRow> | undefined;
  userId: string;
  league: string | null;
  /** The match that a link leads to; empty without one. */
  linked: string;
}

/** Locked matches, those that await their result, then results, latest first. */
export function PlayedSection({
  now,
  started,
  locked,
  awaiting,
  predictions,
  splits,
  userId,
  league,
  linked,
}: Props) {
  const played = useInfiniteQuery(playedMatches(league));
  const pages = played.data?.pages ?? [];
  const latest = pages[0] ?? [];
  const latestPredictions = useQuery(
    predictionsOf(
      userId,
      latest.map(({ id }) => id),
    ),
  ).data;
  const picks = new Map([...predictions, ...(latestPredictions ?? [])]);
  return (
    <section aria-labelledby="locked-and-played">
      <div className="section-head">
        <h2 id="locked-and-played">{words.lockedAndPlayed}</h2>
        <ShareRound
          matches={[...started, ...latest]}
          predictions={picks}
          now={now}
          className="btn secondary small"
        />
      </div>
      {played.isPending && <CardSkeletons played />}
      {played.data && locked.length + awaiting.length === 0 && pages[0]?.length === 0 && (
        <EmptyState
          title={league ? words.noResultsOfCompetition({ competition: league }) : words.noResultsYet}
        >
          {words.yourPointsAppearHere}
        </EmptyState>
      )}
      {played.data && (
        <div className="cards played">
          {locked.map((match) => (
            <LockedCard
              key={match.id}
              match={match}
              now={now}
              prediction={predictions.get(match.id)}
              split={splits && (splits.get(match.id) ?? null)}
            />
          ))}
          <AwaitingMatches matches={awaiting} now={now} userId={userId} linked={linked} />
          {pages.map((page, at) => (
            // By position: a new result must not render its page from the start.
            <PlayedPage key={at} matches={page} now={now} userId={userId} />
          ))}
        </div>
      )}
      <FailedQueries title={words.failedToLoadMatches} queries={[played]} />
      {played.hasNextPage && (
        <p className="more-matches">
          <LoadMoreButton query={played} className="btn secondary" loading={words.loading}>
            {words.showEarlierResults}
          </LoadMoreButton>
        </p>
      )}
    </section>
  );
}

/** The matches that await their result, a page of them at first: an imported season can have hundreds. */
function AwaitingMatches({
  matches,
  now,
  userId,
  linked,
}: {
  matches: readonly MatchRow[];
  now: number;
  userId: string;
  linked: string;
}) {
  const [limit, setLimit] = useState(playedPage);
  if (matches.length === 0) return null;
  const listed = matches.slice(0, limitWith(limit, matches, linked));
  return (
    <>
      <PlayedPage matches={listed} now={now} userId={userId} />
      {matches.length > listed.length && (
        <p className="more-matches">
          <button
            type="button"
            className="btn secondary"
            onClick={() => setLimit(listed.length + playedPage)}
          >
            {words.showMoreAwaiting({ count: matches.length - listed.length })}
          </button>
        </p>
      )}
    </>
  );
}

/** One page of results with the player's own predictions and everyone's split of them. */
export function PlayedPage({
  matches,
  now,
  userId,
}: {
  matches: readonly MatchRow[];
  now: number;
  userId: string;
}) {
  const ids = matches.map(({ id }) => id);
  const predictions = useQuery(predictionsOf(userId, ids));
  const splits = useQuery(splitsOf(ids));
  const beyond = useQuery(
    afterNinetyMinutes(matches.filter(({ league }) => isCup(league)).map(({ id }) => id)),
  );
  const ready = useIncrementalCount(matches.length, 2);
  if (predictions.isLoadingError)
    return <FailedQueries title={words.failedToLoadYourPicks} queries={[predictions]} />;
  // A card without its prediction would say that the player made none.
  const known = predictions.isPending || splits.isPending ? 0 : ready;
  return matches.map((match, at) =>
    at < known ? (
      <LockedCard
        key={match.id}
        match={match}
        now={now}
        prediction={predictions.data?.get(match.id)}
        split={splits.data && (splits.data.get(match.id) ?? null)}
        beyond={beyond.data?.get(match.id)}
      />
    ) : (
      <CardPlaceholder key={match.id} />
    ),
  );
}
