import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import * as words from "#words/archives";
import type { ArchivedLeaderboardRow, LeaderboardArchiveRow } from "../../backend/types/rows.ts";
import { CompetitionBadge, hueOf } from "../../football/components/competition-badge.tsx";
import { PlayerName } from "../../football/components/player-name.tsx";
import { clubDate } from "../../football/time/club-day.ts";
import { pathOf, paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { Page } from "../../session/page.tsx";
import { SearchField } from "../../ui/forms/search-field.tsx";
import { useSearch } from "../../ui/forms/use-search.ts";
import { EmptyState } from "../../ui/loading/empty-state.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { archives, podiumsOf } from "./archive-queries.ts";
import "./archives.css";
import { LoadMoreButton } from "../../ui/loading/load-more-button.tsx";

export { ArchivesPage as Component };

/** The archived leaderboards. Visible to everyone. */
function ArchivesPage() {
  const search = useSearch();
  const { searched } = search;
  const found = useInfiniteQuery(archives(searched));
  const list = found.data?.pages.flat() ?? [];
  const podiums = useQuery(podiumsOf(list.map(({ id }) => id)));
  return (
    <Page title={words.leaderboardArchives} lead={words.finalTablesSavedPermanently}>
      {(found.isPending || list.length > 0 || searched !== "") && (
        <div className="toolbar">
          <SearchField label={words.findAnArchive} search={search} list={found} />
        </div>
      )}
      <FailedQueries title={words.failedToLoadArchives} queries={[found, podiums]} />
      {found.isPending && <SkeletonRows count={3} height={316} label={words.loadingArchives} />}
      {found.isSuccess && list.length === 0 && (
        <EmptyState title={searched ? words.noArchiveFound : words.noArchivesYet}>
          {searched ? words.noArchiveNamed({ name: searched }) : words.whenArchivesAppear}
        </EmptyState>
      )}
      <ul className="archive-list">
        {list.map((archive) => (
          <li key={archive.id}>
            <ArchiveCard
              archive={archive}
              podium={podiums.data?.get(archive.id)}
              loading={podiums.isFetching}
            />
          </li>
        ))}
      </ul>
      <LoadMoreButton query={found} className="btn secondary load-more">
        {words.olderArchives}
      </LoadMoreButton>
    </Page>
  );
}

function ArchiveCard({
  archive,
  podium = [],
  loading,
}: {
  archive: LeaderboardArchiveRow;
  podium: readonly ArchivedLeaderboardRow[] | undefined;
  loading: boolean;
}) {
  return (
    <article className="archive-card" {...hueOf(archive.league)}>
      <CompetitionBadge name={archive.league} />
      <h2>
        <Link to={pathOf(paths.archive, archive.id)}>{archive.name}</Link>
      </h2>
      <p className="archive-dates">
        {words.fromDateToDate({ from: clubDate(archive.start_date), to: clubDate(archive.end_date) })}
      </p>
      {archive.description && <p>{archive.description}</p>}
      <ol aria-busy={loading && podium.length === 0}>
        {podium.map((row) => (
          <li key={row.position}>
            <span className="rank">{row.rank}</span>
            <PlayerName player={row.user_id ?? row.full_name} name={row.full_name} me={false} />
            <b>{row.points}</b>
          </li>
        ))}
      </ol>
    </article>
  );
}
