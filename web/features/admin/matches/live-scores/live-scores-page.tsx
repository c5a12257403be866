import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import * as words from "#words/admin-matches";
import * as footballWords from "#words/football";
import {
  followLiveScores,
  providerState,
  providerSubject,
} from "../../../../backend/queries/live-score-provider.ts";
import { matchesAroundNow } from "../../../../backend/queries/matches-around-now.ts";
import { matchesToEnter, resultsToEnter } from "../../../../backend/queries/results-to-enter.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import { ResultsToEnter } from "../../../../football/components/results-to-enter.tsx";
import { useNow } from "../../../../football/time/use-now.ts";
import { paths } from "../../../../paths.ts";
import { Link } from "../../../../routing/link.tsx";
import { Page } from "../../../../session/page.tsx";
import { useSession } from "../../../../session/session-store.ts";
import { EmptyState } from "../../../../ui/loading/empty-state.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { BarScreen } from "../bar-screen/bar-screen.tsx";
import { ProviderLine } from "../provider/provider-line.tsx";
import { byStatus, liveScoresOf, pointsOf } from "./live-score-queries.ts";
import { ProvisionalLeaderboard } from "./provisional-leaderboard.tsx";
import { ScoreLine } from "./score-line.tsx";
import { SyncButton } from "./sync-button.tsx";
import "./live-scores.css";

export { LiveScoresPage as Component };

/**
 * The live, upcoming and completed matches, and for admins also the provider's status and the provisional leaderboard.
 * Helpers set running scores by hand.
 */
function LiveScoresPage() {
  const { isAdmin } = useSession();
  const queries = useQueryClient();
  const now = useNow(10_000);
  const matches = useQuery(matchesAroundNow);
  const liveScore = useQuery({ ...providerState, enabled: isAdmin }).data;
  const rounds = useQuery(resultsToEnter);
  const { live, awaiting, upcoming, completed } = byStatus(matches.data ?? [], now);
  useEffect(
    () => followLiveScores(() => void queries.invalidateQueries({ queryKey: [providerSubject] })),
    [queries],
  );
  return (
    <Page title={words.liveScores} lead={words.whatPlayersSeeNow} action={isAdmin && <SyncButton />}>
      <ResultsToEnter count={matchesToEnter(rounds.data)} />
      {liveScore && <ProviderLine state={liveScore} now={now} />}
      <QueryView
        query={matches}
        failed={words.failedToLoadMatches}
        loading={{ count: 4, height: 72, label: words.loadingLiveScores }}
      >
        {() => (
          <div className="stack">
            <section aria-labelledby="live">
              <div className="section-head">
                <h2 id="live">{words.live}</h2>
                {isAdmin && <Link to={`${paths.manageMatches}?status=live`}>{words.updateScores}</Link>}
              </div>
              {live.length === 0 ? (
                <EmptyState title={words.noMatchIsLive}>{words.goesLiveWithinSeconds}</EmptyState>
              ) : (
                <ScoreLines matches={live} now={now} />
              )}
            </section>
            {awaiting.length > 0 && (
              <section aria-labelledby="awaiting">
                <div className="section-head">
                  <h2 id="awaiting">{words.awaitingResult}</h2>
                  <Link to={paths.enterResults}>{words.enterResults}</Link>
                </div>
                <ScoreLines matches={awaiting} now={now} />
              </section>
            )}
            {upcoming.length > 0 && (
              <section aria-labelledby="due">
                <div className="section-head">
                  <h2 id="due">{words.startingSoon}</h2>
                </div>
                <ScoreLines matches={upcoming} now={now} />
              </section>
            )}
            {completed.length > 0 && (
              <section aria-labelledby="over">
                <div className="section-head">
                  <h2 id="over">{footballWords.fullTime}</h2>
                </div>
                <ScoreLines matches={completed} now={now} />
              </section>
            )}
            {isAdmin && <ProvisionalLeaderboard live={live} />}
          </div>
        )}
      </QueryView>
      {isAdmin && <BarScreen />}
    </Page>
  );
}

/** The lines of some matches. Scores appear without waiting for the provider's data and the points. */
function ScoreLines({ matches, now }: { matches: readonly MatchRow[]; now: number }) {
  const { isAdmin } = useSession();
  const liveScore = useQuery(liveScoresOf(matches.map(({ id }) => id))).data;
  const live = matches.flatMap(({ id, status }) => (status === "live" ? [id] : []));
  const points = useQuery(pointsOf(isAdmin ? live : [])).data;
  return (
    <ul>
      {matches.map((match) => (
        <ScoreLine
          key={match.id}
          match={match}
          now={now}
          liveScore={liveScore?.get(match.id)}
          points={points?.get(match.id)}
        />
      ))}
    </ul>
  );
}
