import { useQuery } from "@tanstack/react-query";
import * as words from "#words/prizes";
import type { PrizesRow } from "../../backend/types/prize-rows.ts";
import { BackToLeaderboard } from "../../football/leaderboard/back-to-leaderboard.tsx";
import { GameRules } from "../../football/leaderboard/game-rules.tsx";
import { rupees } from "../../football/prizes/prize-names.ts";
import { longDate } from "../../football/time/kick-off.ts";
import { Page } from "../../session/page.tsx";
import { EmptyState } from "../../ui/loading/empty-state.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { PrizePlan } from "./prize-plan.tsx";
import { prizes } from "./prizes-queries.ts";
import { Settled, Standing } from "./winners.tsx";
import "./prizes.css";

export { PrizesPage as Component };

/** What the member wins as it stands, what each place pays, and who has won what. */
function PrizesPage() {
  const query = useQuery(prizes);
  const club = query.data;
  return (
    <Page title={words.prizes} lead={words.whatTheyAre}>
      {(user) => (
        <>
          <BackToLeaderboard />
          <FailedQueries title={words.failedToLoad} queries={[query]} />
          {query.isPending && <SkeletonRows count={6} height={64} label={words.loading} />}
          {club && club.plan_id === null && club.settled.length === 0 && (
            <EmptyState title={words.thereAreNone} level={2}>
              {words.whenTheyAppear}
            </EmptyState>
          )}
          {club && (club.plan_id !== null || club.settled.length > 0) && (
            <div className="duel-columns">
              <div className="stack">
                <AsItStands club={club} />
                <Standing boards={club.standing} userId={user.id} />
                <Settled settlements={club.settled} userId={user.id} />
              </div>
              <div className="stack">
                {club.lines.length > 0 && <PrizePlan club={club} />}
                <GameRules title={words.howItWorks} rules={words.rules} />
              </div>
            </div>
          )}
        </>
      )}
    </Page>
  );
}

/** The own sum first. */
function AsItStands({ club: { plan_id, ended_at, mine_rs, standing } }: { club: PrizesRow }) {
  if (plan_id === null) return <p className="notice">{words.noPlanRuns}</p>;
  if (ended_at !== null) return <p className="notice">{words.planHasEnded({ date: longDate(ended_at) })}</p>;
  if (standing.length === 0) return <p className="notice">{words.nothingStandsYet}</p>;
  if (mine_rs === 0) return <p className="notice">{words.youWinNothing}</p>;
  return (
    <p className="panel own-prize">
      <span>{words.asItStandsYouWin}</span>
      <b className="number">{rupees(mine_rs)}</b>
    </p>
  );
}
