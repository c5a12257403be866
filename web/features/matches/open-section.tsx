import { useState } from "react";
import { Link } from "react-router";
import type { MatchRow, PredictionRow } from "../../backend/rows.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { OpenCard, SubscribersOnlyCard } from "./open-card.tsx";

const step = 24;

interface Props {
  matches: readonly MatchRow[];
  picks: ReadonlyMap<string, PredictionRow>;
  /** Names of the competitions in which the player may predict. */
  mayPlay: ReadonlySet<string>;
  userId: string;
  league: string | null;
}

/** The matches open for picks, the nearest first, the far end of the season on request. */
export function OpenSection({ matches, picks, mayPlay, userId, league }: Props) {
  const [limit, setLimit] = useState(step);
  return (
    <section aria-labelledby="open-for-picks">
      <div className="head">
        <h2 id="open-for-picks">Open for picks</h2>
        <p>Saved by itself once both scores are set</p>
      </div>
      {matches.length === 0 ? (
        <EmptyState
          title={league ? `No ${league} matches open` : "No matches open"}
          action={
            league && (
              <Link className="btn quiet" to="?">
                See all matches
              </Link>
            )
          }
        >
          New fixtures appear here as soon as an organiser enters them.
        </EmptyState>
      ) : (
        <div className="cards">
          {matches
            .slice(0, limit)
            .map((match) =>
              mayPlay.has(match.league) ? (
                <OpenCard key={match.id} match={match} pick={picks.get(match.id)} userId={userId} />
              ) : (
                <SubscribersOnlyCard key={match.id} match={match} />
              ),
            )}
        </div>
      )}
      {matches.length > limit && (
        <p className="mt-6 text-center">
          <button type="button" className="btn quiet" onClick={() => setLimit(limit + step)}>
            Show later matches ({matches.length - limit})
          </button>
        </p>
      )}
    </section>
  );
}
