import { useQuery } from "@tanstack/react-query";
import { messageFor } from "../../backend/errors.ts";
import type { MatchPickRow, MatchRow } from "../../backend/rows.ts";
import { clubName } from "../../football/club-name.ts";
import { Mark } from "../../football/form-marks.tsx";
import { kindOfPoints, pointsFor, type Scoreline } from "../../football/points.ts";
import { PickChip } from "../../football/scoreboard.tsx";
import { Shirt } from "../../football/shirt.tsx";
import { SplitBar } from "../../football/split-bar.tsx";
import { useSession } from "../../session/session-store.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { everyonesPicks } from "./match-queries.ts";
import { bestFirst, splitOf } from "./picks-order.ts";

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
