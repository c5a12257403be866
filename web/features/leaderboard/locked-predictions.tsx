import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { messageFor } from "../../backend/connection/error-messages.ts";
import { serverNow } from "../../backend/connection/server-clock.ts";
import { type AfterNinetyRow, afterNinetyMinutes } from "../../backend/queries/after-ninety-minutes.ts";
import { playerPredictions } from "../../backend/queries/player-queries.ts";
import type { PlayerPredictionRow } from "../../backend/types/rows.ts";
import { PointsBadge } from "../../football/components/points-badge.tsx";
import { PredictionChip } from "../../football/components/scoreboard.tsx";
import { clubName } from "../../football/rules/club-name.ts";
import { CompetitionShape, hueOf, isCup } from "../../football/rules/competition.tsx";
import { afterNinetyLabel } from "../../football/rules/provider-labels.ts";
import { plural } from "../../football/rules/ranking.ts";
import { kickOff } from "../../football/time/kick-off.ts";
import { EmptyState } from "../../ui/loading/empty-state.tsx";
import { Failure } from "../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";

interface Props {
  userId: string;
  league: string;
  /** Whether one's own prediction stands beside each. */
  comparing: boolean;
}

/** A player's predictions of the matches that have locked, the latest first. Open ones are nobody else's business. */
export function LockedPredictions({ userId, league, comparing }: Props) {
  const predictions = useInfiniteQuery(playerPredictions(userId, league));
  const now = serverNow();
  const pages = (predictions.data?.pages ?? []).map((rows) =>
    rows.filter(({ locks_at: at }) => Date.parse(at) <= now),
  );
  return (
    <section aria-labelledby="locked-picks">
      <h3 id="locked-picks">Picks</h3>
      {predictions.isPending && <SkeletonRows count={4} height={56} label="Loading picks" />}
      {(predictions.isLoadingError || predictions.isFetchNextPageError) && (
        <Failure
          title="Failed to load the picks"
          reason={messageFor(predictions.error)}
          onRetry={() => void predictions.refetch()}
        />
      )}
      {predictions.data && pages.every(({ length }) => length === 0) && (
        <EmptyState title="No locked picks">Picks show here once their match has kicked off.</EmptyState>
      )}
      <ul className="locked-picks">
        {pages.map((rows) => (
          <PredictionsPage key={rows[0]?.match_id ?? "empty"} rows={rows} now={now} comparing={comparing} />
        ))}
      </ul>
      {predictions.hasNextPage && (
        <button
          type="button"
          className="btn quiet small"
          aria-disabled={predictions.isFetchingNextPage}
          onClick={() => !predictions.isFetchingNextPage && void predictions.fetchNextPage()}
        >
          Earlier picks
        </button>
      )}
    </section>
  );
}

interface PageProps {
  rows: readonly PlayerPredictionRow[];
  now: number;
  comparing: boolean;
}

function PredictionsPage({ rows, now, comparing }: PageProps) {
  const cups = rows.filter(({ match_league }) => isCup(match_league)).map(({ match_id }) => match_id);
  const beyond = useQuery(afterNinetyMinutes(cups));
  return rows.map((row) => (
    <PredictionItem
      key={row.match_id}
      row={row}
      now={now}
      comparing={comparing}
      beyond={beyond.data?.get(row.match_id)}
    />
  ));
}

interface PredictionItemProps {
  row: PlayerPredictionRow;
  now: number;
  comparing: boolean;
  beyond: AfterNinetyRow | undefined;
}

function PredictionItem({ row, now, comparing, beyond }: PredictionItemProps) {
  const score =
    row.home_score !== null && row.away_score !== null
      ? { home: row.home_score, away: row.away_score }
      : null;
  const prediction = { home: row.home_prediction, away: row.away_prediction };
  const after = afterNinetyLabel({ home: row.home_score, away: row.away_score }, beyond);
  return (
    <li {...hueOf(row.match_league)}>
      <div>
        <b>
          <CompetitionShape name={row.match_league} />
          {clubName(row.home_team_name)} {score ? `${score.home}–${score.away}` : "v"}{" "}
          {clubName(row.away_team_name)}
        </b>
        <span>
          {kickOff(row.kickoff_at, now)}
          {row.status === "cancelled" && ", cancelled"}
          {row.status === "live" && ", live"}
          {after && `. ${after}`}
        </span>
      </div>
      <div className="pick-and-points">
        <PredictionChip {...prediction} />
        {score && row.status === "completed" && (
          <PointsBadge prediction={prediction} score={score} earned={row.points_earned} />
        )}
      </div>
      {comparing && (
        <p>
          {row.my_home_prediction === null
            ? "You had no pick"
            : `You: ${row.my_home_prediction}–${row.my_away_prediction}${row.my_points_earned === null ? "" : `, ${plural(row.my_points_earned, "point")}`}`}
        </p>
      )}
    </li>
  );
}
