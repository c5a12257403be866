import { useQuery } from "@tanstack/react-query";
import { messageFor } from "../../backend/connection/error-messages.ts";
import type { MatchPickRow, MatchRow } from "../../backend/types/rows.ts";
import { Mark } from "../../football/components/form-marks.tsx";
import { PickChip } from "../../football/components/scoreboard.tsx";
import { Shirt } from "../../football/components/shirt.tsx";
import { SplitBar } from "../../football/components/split-bar.tsx";
import { clubName } from "../../football/rules/club-name.ts";
import { kindOfPoints, pointsFor, type Scoreline } from "../../football/rules/points.ts";
import { useSession } from "../../session/session-store.ts";
import { EmptyState } from "../../ui/loading/empty-state.tsx";
import { Failure } from "../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { everyonesPicks } from "./match-queries.ts";
import { bestFirst, splitOf } from "./predictions-order.ts";

/** Everyone's picks of a locked match: how they divide, then the best first. */
export function PicksDialog({ match, onClose }: { match: MatchRow; onClose: () => void }) {
  const picks = useQuery(everyonesPicks(match.id));
  const home = clubName(match.home_team_name);
  const away = clubName(match.away_team_name);
  const score =
    match.home_score !== null && match.away_score !== null
      ? { home: match.home_score, away: match.away_score }
      : null;
  return (
    <Dialog open onClose={onClose} title={`${home} v ${away}`} description={describe(match, score)}>
      {picks.isPending && <SkeletonRows count={5} height={44} label="Loading picks" />}
      {picks.isLoadingError && (
        <Failure
          title="No picks to show"
          reason={messageFor(picks.error)}
          onRetry={() => void picks.refetch()}
        />
      )}
      {picks.data?.length === 0 && <EmptyState title="Nobody picked this match" />}
      {picks.data && picks.data.length > 0 && (
        <>
          <SplitBar homeTeam={home} awayTeam={away} counts={splitOf(picks.data)} />
          <PickList picks={bestFirst(picks.data, score)} score={score} />
        </>
      )}
    </Dialog>
  );
}

function PickList({ picks, score }: { picks: readonly MatchPickRow[]; score: Scoreline | null }) {
  const { user } = useSession();
  return (
    // A list that scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <ul className="picks-list" tabIndex={0} aria-label="Everyone's picks">
      {picks.map((row) => {
        const pick = { home: row.home_prediction, away: row.away_prediction };
        const points = row.points_earned ?? (score ? pointsFor(pick, score) : null);
        return (
          <li key={row.user_id} className={row.user_id === user?.id ? "me" : ""}>
            <Shirt player={row.user_id} name={row.full_name} />
            <span>{row.user_id === user?.id ? `${row.full_name} (you)` : row.full_name}</span>
            <PickChip {...pick} />
            {points === null ? (
              <span />
            ) : (
              <span className="note">
                <Mark kind={kindOfPoints(points)} />
                <span aria-hidden="true">{points}</span>
                <span className="sr-only">{points} points</span>
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
  const picks = count === 1 ? "1 pick" : `${count} picks`;
  if (!score) return `${match.league}, ${picks}`;
  return `${match.league}, ${picks}, ${match.status === "live" ? "now" : "final score"} ${score.home}–${score.away}`;
}
