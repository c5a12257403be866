import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { messageFor } from "../../backend/connection/error-messages.ts";
import { playerFigures, playerRanks, playerRounds } from "../../backend/queries/player-queries.ts";
import { Outcomes, SeasonCharts } from "../../football/components/season-charts.tsx";
import { competitions } from "../../football/rules/competitions.ts";
import { accuracyText, ordinal } from "../../football/rules/ranking.ts";
import { paths } from "../../paths.ts";
import { Field } from "../../ui/forms/field.tsx";
import { EmptyState } from "../../ui/loading/empty-state.tsx";
import { Failure } from "../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { formatNumber } from "../../ui/text/format-number.ts";
import { wordFor } from "../../ui/text/plural.ts";

const leagues = ["Overall", ...competitions.map(({ name }) => name)];

/** The player's figures and charts, by competition or overall. */
export function Season({ userId }: { userId: string }) {
  const [league, setLeague] = useState("Overall");
  const figures = useQuery(playerFigures(userId, league));
  const rounds = useQuery(playerRounds(userId, league));
  const ranks = useQuery(playerRanks(userId, league));
  return (
    <section aria-labelledby="season">
      <div className="section-head">
        <h2 id="season">Your season</h2>
        <Link to={paths.leaderboard}>Leaderboard</Link>
      </div>
      <Field label="Competition" className="season-choice">
        <select value={league} onChange={(event) => setLeague(event.target.value)}>
          {leagues.map((name) => (
            <option key={name} value={name}>
              {name === "Overall" ? "All together" : name}
            </option>
          ))}
        </select>
      </Field>
      {figures.isPending && <SkeletonRows count={6} height={120} label="Loading your season" />}
      {figures.isLoadingError && (
        <Failure
          title="Failed to load your season"
          reason={messageFor(figures.error)}
          onRetry={() => void figures.refetch()}
        />
      )}
      {figures.data === null && (
        <EmptyState
          title="You are not on this table yet"
          action={
            <Link className="btn secondary" to={paths.matches}>
              Make a pick
            </Link>
          }
        >
          Your statistics start with your first pick.
        </EmptyState>
      )}
      {figures.data && (
        <div className="season-figures">
          <dl className="figures four">
            <div>
              <dd>{figures.data.rank === null ? "–" : ordinal(figures.data.rank)}</dd>
              <dt>of {formatNumber(figures.data.players)}</dt>
            </div>
            <div>
              <dd>{figures.data.points}</dd>
              <dt>{wordFor(figures.data.points, "point")}</dt>
            </div>
            <div>
              <dd>{figures.data.perfect_scores}</dd>
              <dt>{wordFor(figures.data.perfect_scores, "perfect score")}</dt>
            </div>
            <div>
              <dd>{accuracyText(figures.data.accuracy)}</dd>
              <dt>accuracy</dt>
            </div>
          </dl>
          {figures.data.predictions_scored > 0 && (
            <>
              <Outcomes figures={figures.data} />
              <SeasonCharts rounds={rounds} ranks={ranks} />
            </>
          )}
        </div>
      )}
    </section>
  );
}
