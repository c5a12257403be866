import { useQuery } from "@tanstack/react-query";
import { messageFor } from "../../backend/connection/error-messages.ts";
import type { MatchPredictionRow, MatchRow } from "../../backend/types/rows.ts";
import { Mark } from "../../football/components/form-marks.tsx";
import { PredictionChip } from "../../football/components/scoreboard.tsx";
import { Shirt } from "../../football/components/shirt.tsx";
import { SplitBar } from "../../football/components/split-bar.tsx";
import { clubName } from "../../football/rules/club-name.ts";
import { kindOfPoints, pointsFor, type Scoreline } from "../../football/rules/points.ts";
import { useSession } from "../../session/session-store.ts";
import { EmptyState } from "../../ui/loading/empty-state.tsx";
import { Failure } from "../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { plural } from "../../ui/text/plural.ts";
import { everyonesPredictions, groupPredictions } from "./match-queries.ts";
import { bestFirst, splitOf } from "./predictions-order.ts";

/** Everyone's predictions of a locked match: the split, then the list with the best first. */
export function PredictionsDialog({ match, onClose }: { match: MatchRow; onClose: () => void }) {
  const predictions = useQuery(everyonesPredictions(match.id));
  // Waited for with the others, so that the list does not move down when it arrives.
  const inGroups = useQuery(groupPredictions(match.id));
  const home = clubName(match.home_team_name);
  const away = clubName(match.away_team_name);
  const score =
    match.home_score !== null && match.away_score !== null
      ? { home: match.home_score, away: match.away_score }
      : null;
  return (
    <Dialog open onClose={onClose} title={`${home} v ${away}`} description={describe(match, score)}>
      {(predictions.isPending || (predictions.data && inGroups.isPending)) && (
        <SkeletonRows count={5} height={44} label="Loading picks" />
      )}
      {predictions.isLoadingError && (
        <Failure
          title="No picks to show"
          reason={messageFor(predictions.error)}
          onRetry={() => void predictions.refetch()}
        />
      )}
      {predictions.data?.length === 0 && <EmptyState title="No picks for this match" />}
      {predictions.data && predictions.data.length > 0 && !inGroups.isPending && (
        <>
          <SplitBar homeTeam={home} awayTeam={away} counts={splitOf(predictions.data)} />
          <Lists everyone={predictions.data} inGroups={inGroups.data ?? []} score={score} />
        </>
      )}
    </Dialog>
  );
}

/** The members of the player's groups first, then everyone. */
function Lists({
  everyone,
  inGroups,
  score,
}: {
  everyone: readonly MatchPredictionRow[];
  inGroups: readonly MatchPredictionRow[];
  score: Scoreline | null;
}) {
  const { user } = useSession();
  const list = (
    <PredictionList label="Everyone's picks" predictions={bestFirst(everyone, score)} score={score} />
  );
  if (!inGroups.some(({ user_id: player }) => player !== user?.id)) return list;
  return (
    <>
      <h3>Your groups</h3>
      <PredictionList label="Your groups' picks" predictions={bestFirst(inGroups, score)} score={score} />
      <h3>Everyone</h3>
      {list}
    </>
  );
}

function PredictionList({
  label,
  predictions,
  score,
}: {
  label: string;
  predictions: readonly MatchPredictionRow[];
  score: Scoreline | null;
}) {
  const { user } = useSession();
  return (
    // A list that scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <ul className="predictions-list" tabIndex={0} aria-label={label}>
      {predictions.map((row) => {
        const prediction = { home: row.home_prediction, away: row.away_prediction };
        const points = row.points_earned ?? (score ? pointsFor(prediction, score) : null);
        return (
          <li key={row.user_id} className={row.user_id === user?.id ? "own-row" : ""}>
            <Shirt player={row.user_id} name={row.full_name} />
            <span>{row.user_id === user?.id ? `${row.full_name} (you)` : row.full_name}</span>
            <PredictionChip {...prediction} />
            {points === null ? (
              <span />
            ) : (
              <span className="note">
                <Mark kind={kindOfPoints(points)} />
                <span aria-hidden="true">{points}</span>
                <span className="visually-hidden">{plural(points, "point")}</span>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function describe(match: MatchRow, score: Scoreline | null): string {
  const count = match.predictions_count;
  const predictions = plural(count, "pick");
  if (!score) return `${match.league}, ${predictions}`;
  return `${match.league}, ${predictions}, ${match.status === "live" ? "now" : "final score"} ${score.home}–${score.away}`;
}
