import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import * as words from "#words/archives";
import * as footballWords from "#words/football";
import { messageFor } from "../../backend/connection/error-messages.ts";
import type { ArchivedLeaderboardRow, LeaderboardArchiveRow } from "../../backend/types/rows.ts";
import { CompetitionBadge } from "../../football/components/competition-badge.tsx";
import { PlayerName } from "../../football/components/player-name.tsx";
import { FigureCells, FigureHeads } from "../../football/leaderboard/leaderboard-figures.tsx";
import { Podium } from "../../football/leaderboard/podium.tsx";
import { clubDate } from "../../football/time/club-day.ts";
import { paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { useParams } from "../../routing/routes.tsx";
import { Page } from "../../session/page.tsx";
import { useSession } from "../../session/session-store.ts";
import { DownloadButton } from "../../ui/forms/download-button.tsx";
import { SearchField } from "../../ui/forms/search-field.tsx";
import { useSearch } from "../../ui/forms/use-search.ts";
import { EmptyState } from "../../ui/loading/empty-state.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { Skeleton, SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { toast } from "../../ui/overlays/toast.ts";
import { Pager } from "../../ui/pager.tsx";
import { download, fileName } from "../../ui/text/download.ts";
import {
  archive,
  archivedLeaderboard,
  archiveHasQuestions,
  leaderboardPageSize,
  podiumsOf,
  wholeLeaderboard,
} from "./archive-queries.ts";
import "./archives.css";

export { ArchivePage as Component };

/** One archived leaderboard: podium, search, all players, and a CSV download. */
function ArchivePage() {
  const { id = "" } = useParams();
  const found = useQuery(archive(id));
  return (
    <Page name={found.data?.name}>
      <p className="back-link">
        <Link to={paths.archives}>
          <ArrowLeft size={18} aria-hidden="true" />
          <span>{words.leaderboardArchives}</span>
        </Link>
      </p>
      {found.isPending && (
        <div className="archive-loading">
          <Skeleton height={96} />
          <SkeletonRows count={7} height={48} label={words.loadingTheArchive} />
        </div>
      )}
      <FailedQueries title={words.failedToLoadArchives} queries={[found]} />
      {found.data === null && (
        <EmptyState
          title={words.archiveNotFound}
          action={
            <Link className="btn secondary" to={paths.archives}>
              {words.seeAllArchives}
            </Link>
          }
        >
          {words.whyNotFound}
        </EmptyState>
      )}
      {found.data && <ArchiveContent archive={found.data} />}
    </Page>
  );
}

function ArchiveContent({ archive }: { archive: LeaderboardArchiveRow }) {
  const search = useSearch();
  const { searched, page, setPage } = search;
  const podiums = useQuery(podiumsOf([archive.id]));
  const podium = podiums.data?.get(archive.id) ?? [];
  const leaderboard = useQuery(archivedLeaderboard(archive.id, searched, page));
  const questions = useQuery(archiveHasQuestions(archive.id));
  return (
    <>
      <div className="page-title">
        <div>
          <CompetitionBadge name={archive.league} />
          <h1>{archive.name}</h1>
          <p>
            {`${words.fromDateToDate({ from: clubDate(archive.start_date), to: clubDate(archive.end_date) })}${archive.description ? `. ${archive.description}` : ""}`}
          </p>
        </div>
        <DownloadLeaderboard archive={archive} />
      </div>
      {podium.length === 3 && (
        <Podium
          steps={podium.map((row) => ({
            player: row.user_id ?? row.full_name,
            name: row.full_name,
            rank: row.rank,
            points: row.points,
            perfectScores: row.predictions_scored > 0 ? row.perfect_scores : null,
          }))}
        />
      )}
      <div className="toolbar after-content">
        <SearchField label={words.findAPlayer} search={search} list={leaderboard} />
      </div>
      {leaderboard.isPending && <SkeletonRows count={7} height={48} label={words.loadingTheTable} />}
      <FailedQueries title={words.failedToLoadArchives} queries={[podiums, leaderboard]} />
      {leaderboard.data?.total === 0 && (
        <EmptyState title={searched ? words.noPlayersFound : words.thisTableIsEmpty}>
          {searched ? words.noPlayerNamed({ name: searched }) : words.whyTheTableIsEmpty}
        </EmptyState>
      )}
      {leaderboard.data && leaderboard.data.total > 0 && (
        <>
          <ArchivedLeaderboard
            rows={leaderboard.data.rows}
            questions={questions.data ?? false}
            picks={podium.length === 0 || podium.some((row) => row.predictions_scored > 0)}
          />
          <Pager
            page={page}
            pageSize={leaderboardPageSize}
            total={leaderboard.data.total}
            list={leaderboard}
            onPage={setPage}
          />
        </>
      )}
    </>
  );
}

interface ArchivedLeaderboardProps {
  rows: readonly ArchivedLeaderboardRow[];
  /** Whether players of the archive have points for season questions. */
  questions: boolean;
  /** Whether they have predictions, as in every table of this club. */
  picks: boolean;
}

function ArchivedLeaderboard({ rows, questions, picks }: ArchivedLeaderboardProps) {
  const { user } = useSession();
  return (
    <table className="table leaderboard-table">
      <colgroup>
        <col className="rank-column" />
        <col />
        {picks && <col className="figure-column wide-column" />}
        {questions && <col className="figure-column wide-column" />}
        {picks && <col className="figure-column wide-column" span={2} />}
        <col className="figure-column" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{footballWords.rank}</th>
          <th scope="col">{footballWords.player}</th>
          {picks && (
            <th scope="col" className="align-end wide-cell">
              {words.picks}
            </th>
          )}
          <FigureHeads questions={questions} picks={picks} />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const me = user !== null && row.user_id === user.id;
          return (
            <tr key={row.position} className={me ? "own-archived-row" : ""}>
              <td className="rank">{row.rank}</td>
              <td>
                <PlayerName player={row.user_id ?? row.full_name} name={row.full_name} me={me} />
              </td>
              {picks && <td className="align-end wide-cell perfect-scores">{row.predictions_scored}</td>}
              <FigureCells
                row={row}
                questionPoints={questions ? row.question_points : undefined}
                picks={picks}
              />
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function DownloadLeaderboard({ archive }: { archive: LeaderboardArchiveRow }) {
  const save = async () => {
    try {
      const [rows, { csvOf }] = await Promise.all([
        wholeLeaderboard(archive.id),
        import("../../ui/text/csv.ts"),
      ]);
      const questions = rows.some(({ question_points: points }) => points !== 0);
      const head = [
        footballWords.rank,
        footballWords.player,
        words.predictions,
        footballWords.points,
        words.perfectScores,
        words.accuracyInPercent,
      ];
      if (questions) head.push(words.pointsForQuestions);
      const lines = rows.map((row) => [
        row.rank,
        row.full_name,
        row.predictions_scored,
        row.points,
        row.perfect_scores,
        row.accuracy,
        ...(questions ? [row.question_points] : []),
      ]);
      download(`${fileName(archive.name)}.csv`, "text/csv;charset=utf-8", csvOf(head, lines));
    } catch (error) {
      toast.error(messageFor(error));
    }
  };
  return <DownloadButton save={save}>{words.downloadCsv}</DownloadButton>;
}
