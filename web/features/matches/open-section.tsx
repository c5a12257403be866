import { Fragment, useState } from "react";
import * as words from "#words/matches";
import type { MatchRow, PredictionRow } from "../../backend/types/rows.ts";
import { dayOfMatch } from "../../football/time/kick-off.ts";
import { Link } from "../../routing/link.tsx";
import { EmptyState } from "../../ui/loading/empty-state.tsx";
import { lazyOptionalWhenIdle } from "../../ui/loading/lazy-optional.tsx";
import { useIncrementalCount } from "../../ui/loading/use-incremental-count.ts";
import { CardPlaceholder } from "./cards/card-skeleton.tsx";
import { OpenCard } from "./cards/open-card.tsx";
import { limitWith } from "./match-state.ts";
import { isOfferAnswered } from "./push-offer/push-offer-answer.ts";
import { useDoubles } from "./saving/use-doubles.ts";

const PushOffer = lazyOptionalWhenIdle(async () => (await import("./push-offer/push-offer.tsx")).PushOffer);

const step = 24;

interface Props {
  now: number;
  matches: readonly MatchRow[];
  predictions: ReadonlyMap<string, PredictionRow>;
  /** Whether further matches need a subscription, which are listed below. */
  hasClosed: boolean;
  userId: string;
  league: string | null;
  /** The match that a link leads to; empty without one. It is listed, however late it is. */
  linked: string;
}

/** The open matches that the player may predict, by kick-off. A button shows later ones. */
export function OpenSection({ matches, now, predictions, hasClosed, userId, league, linked }: Props) {
  const [limit, setLimit] = useState(step);
  const listed = matches.slice(0, limitWith(limit, matches, linked));
  const doubles = useDoubles(userId);
  const ready = useIncrementalCount(listed.length, 2);
  const offerAfter = isOfferAnswered(userId) ? null : endOfFirstPredictedDay(listed, predictions);
  return (
    <section aria-labelledby="open-for-picks">
      <div className="section-head">
        <h2 id="open-for-picks">{words.openForPicks}</h2>
        <p>{words.savesAutomatically}</p>
      </div>
      {matches.length === 0 ? (
        <EmptyState
          title={
            hasClosed
              ? words.nothingIsOpenToYou
              : league
                ? words.noMatchesOfCompetition({ competition: league })
                : words.noMatchesOpen
          }
          action={
            league &&
            !hasClosed && (
              <Link className="btn secondary" to="?">
                {words.seeAllMatches}
              </Link>
            )
          }
        >
          {hasClosed ? words.redeemACodeToOpen : words.newFixturesAppearHere}
        </EmptyState>
      ) : (
        <div className="cards">
          {listed.map((match, at) => {
            const day = dayOfMatch(match);
            const before = listed[at - 1];
            return (
              <Fragment key={match.id}>
                {(!before || dayOfMatch(before) !== day) && <h3 className="cards-day">{day}</h3>}
                {at >= ready ? (
                  <CardPlaceholder />
                ) : (
                  <OpenCard
                    match={match}
                    now={now}
                    prediction={predictions.get(match.id)}
                    userId={userId}
                    doubles={doubles}
                  />
                )}
                {match.id === offerAfter && <PushOffer userId={userId} />}
              </Fragment>
            );
          })}
        </div>
      )}
      {matches.length > listed.length && (
        <p className="more-matches">
          <button type="button" className="btn secondary" onClick={() => setLimit(listed.length + step)}>
            {words.showLaterMatches({ count: matches.length - listed.length })}
          </button>
        </p>
      )}
    </section>
  );
}

/**
 * The last match on the day of the player's first prediction; null without one. The offer is shown after it, so that
 * the cards in use do not move.
 */
function endOfFirstPredictedDay(
  listed: readonly MatchRow[],
  predictions: ReadonlyMap<string, PredictionRow>,
): string | null {
  const first = listed.find(({ id }) => predictions.has(id));
  if (!first) return null;
  const day = dayOfMatch(first);
  return listed.findLast((match) => dayOfMatch(match) === day)?.id ?? null;
}
