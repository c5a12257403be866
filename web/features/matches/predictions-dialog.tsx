import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import * as words from "#words/matches";
import { clubName } from "../../../supabase/functions/_football/club-name.ts";
import { backend } from "../../backend/connection/client.ts";
import { sharePicture } from "../../backend/pictures/share-pictures.ts";
import type { MatchRow } from "../../backend/types/rows.ts";
import { Mark } from "../../football/components/form-marks.tsx";
import { PredictionChip } from "../../football/components/scoreboard.tsx";
import { Shirt } from "../../football/components/shirt.tsx";
import { SplitBar } from "../../football/components/split-bar.tsx";
import { kindOfPoints, type Scoreline } from "../../football/rules/points.ts";
import { matchPath } from "../../paths.ts";
import { useSession } from "../../session/session-store.ts";
import { EmptyState } from "../../ui/loading/empty-state.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { LoadMoreButton } from "../../ui/loading/load-more-button.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { ShareButton } from "../../ui/overlays/share-button.tsx";
import { formatNumber } from "../../ui/text/format-number.ts";
import { picksOf, splitsOf } from "./match-queries.ts";

/** Everyone's predictions of a locked match: the split, then the list with the player's own and the best first. */
export function PredictionsDialog({ match, onClose }: { match: MatchRow; onClose: () => void }) {
  const everyone = usePicks(match, "match_predictions");
  // Waited for with the others, so that the list does not move down when it arrives.
  const inGroups = usePicks(match, "group_match_predictions");
  const splits = useQuery(splitsOf([match.id]));
  const isPending = everyone.isPending || inGroups.isPending || splits.isPending;
  const home = clubName(match.home_team_name);
  const away = clubName(match.away_team_name);
  const split = splits.data?.get(match.id);
  const score =
    match.home_score !== null && match.away_score !== null
      ? { home: match.home_score, away: match.away_score }
      : null;
  return (
    <Dialog open onClose={onClose} title={words.teams({ home, away })} description={describe(match, score)}>
      {everyone.isLoadingError && <FailedQueries title={words.noPicksToShow} queries={[everyone]} />}
      {isPending && !everyone.isLoadingError && (
        <SkeletonRows count={5} height={44} label={words.loadingPicks} />
      )}
      {!isPending && everyone.rows?.length === 0 && <EmptyState title={words.noPicksForThisMatch} />}
      {!isPending && everyone.rows && everyone.rows.length > 0 && (
        <>
          {split && <SplitBar homeTeam={home} awayTeam={away} counts={split} />}
          <ShareOwnPick match={match} picks={everyone.rows} score={score} />
          <Lists
            everyone={everyone}
            inGroups={inGroups}
            total={split ? split.home + split.draw + split.away : null}
          />
        </>
      )}
    </Dialog>
  );
}

interface OwnPickProps {
  match: MatchRow;
  picks: NonNullable<Picks["rows"]>;
  score: Scoreline | null;
}

function ShareOwnPick({ match, picks, score }: OwnPickProps) {
  const { user } = useSession();
  const own = picks.find(({ user_id: player }) => player === user?.id);
  if (!own || match.status === "cancelled") return null;
  const teams = words.teams({
    home: clubName(match.home_team_name),
    away: clubName(match.away_team_name),
  });
  const pick = words.myPickFor({
    teams,
    competition: match.league,
    home: own.home_prediction,
    away: own.away_prediction,
  });
  const points =
    score && own.points !== null
      ? words.scoreAndPoints({ home: score.home, away: score.away, points: own.points })
      : words.noGoingBack;
  const link = window.location.origin + matchPath(match.id);
  return (
    <ShareButton
      text={`${pick} ${points} ${words.inClub({ club: backend().config.brand, link })}`}
      title={words.shareTeams({ teams })}
      picture={sharePicture("match", match.id)}
      className="btn secondary"
    >
      {words.shareMyPick}
    </ShareButton>
  );
}

function usePicks(match: MatchRow, list: Parameters<typeof picksOf>[1]) {
  const query = useInfiniteQuery(picksOf(match, list));
  return { ...query, rows: query.data?.pages.flat() };
}
type Picks = ReturnType<typeof usePicks>;

/** The members of the player's groups first, then everyone. */
function Lists({ everyone, inGroups, total }: { everyone: Picks; inGroups: Picks; total: number | null }) {
  const { user } = useSession();
  const list = <PredictionList label={words.everyonesPicks} picks={everyone} total={total} />;
  if (!inGroups.rows?.some(({ user_id: player }) => player !== user?.id)) return list;
  return (
    <>
      <h3>{words.yourGroups}</h3>
      <PredictionList label={words.yourGroupsPicks} picks={inGroups} total={null} />
      <h3>{words.everyone}</h3>
      {list}
    </>
  );
}

function PredictionList({ label, picks, total }: { label: string; picks: Picks; total: number | null }) {
  const { user } = useSession();
  const rows = picks.rows ?? [];
  return (
    <>
      {/* A list that scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <ul className="predictions-list" tabIndex={0} aria-label={label}>
        {rows.map((row) => (
          <li key={row.user_id} className={row.user_id === user?.id ? "own-row" : ""}>
            <Shirt player={row.user_id} name={row.full_name} />
            <span>
              {row.user_id === user?.id ? words.nameOfReader({ name: row.full_name }) : row.full_name}
            </span>
            <span className="own-prediction">
              <PredictionChip
                home={row.home_prediction}
                away={row.away_prediction}
                isDouble={row.is_double}
              />
            </span>
            {row.points === null ? (
              <span />
            ) : (
              <span className="note">
                <Mark kind={kindOfPoints(row.points)} />
                <span aria-hidden="true">{row.points}</span>
                <span className="visually-hidden">{words.countOfPoints({ count: row.points })}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
      <FailedQueries title={words.failedToLoadMorePicks} queries={[picks]} />
      {picks.hasNextPage && (
        <div className="more-picks">
          <span className="muted" role="status">
            {total === null
              ? words.firstRows({ count: formatNumber(rows.length) })
              : words.rowsOfTotal({ rows: formatNumber(rows.length), total: formatNumber(total) })}
          </span>
          <LoadMoreButton query={picks} className="btn secondary small">
            {words.showMorePicks}
          </LoadMoreButton>
        </div>
      )}
    </>
  );
}

function describe(match: MatchRow, score: Scoreline | null): string {
  const count = match.predictions_count;
  const predictions = words.countOfPicks({ count });
  if (!score) return `${match.league}, ${predictions}`;
  return `${match.league}, ${predictions}, ${match.status === "live" ? words.scoreNow : words.finalScore} ${score.home}–${score.away}`;
}
