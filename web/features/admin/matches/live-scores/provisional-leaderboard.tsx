import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-matches";
import * as footballWords from "#words/football";
import type { ProvisionalLeaderboardRow } from "../../../../backend/types/admin-rows.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import { CompetitionShape } from "../../../../football/components/competition-badge.tsx";
import { MovementMark } from "../../../../football/components/movement-mark.tsx";
import { PlayerName } from "../../../../football/components/player-name.tsx";
import { competitions } from "../../../../football/rules/competitions.ts";
import { movementOf } from "../../../../football/rules/ranking.ts";
import { Link } from "../../../../routing/link.tsx";
import { useSearchParams } from "../../../../routing/location.tsx";
import { type Column, DataTable } from "../../../../ui/data-table.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { Pager } from "../../../../ui/pager.tsx";
import { pageSize, playersOf, provisionalLeaderboard } from "./live-score-queries.ts";

const scopes = [{ id: "overall", name: "Overall" }, ...competitions];

/** The leaderboard of one competition, or overall, with live matches counted at their current score. */
export function ProvisionalLeaderboard({ live }: { live: readonly MatchRow[] }) {
  const [parameters] = useSearchParams();
  const chosen = scopes.find(({ id }) => id === parameters.get("table")) ?? {
    id: "overall",
    name: "Overall",
  };
  const liveCount = live.filter(
    ({ league, home_score }) => home_score !== null && (chosen.id === "overall" || league === chosen.name),
  ).length;
  return (
    <section aria-labelledby="as-it-stands">
      <div className="section-head">
        <h2 id="as-it-stands">{words.asItStands}</h2>
        <p>
          {liveCount === 0 ? words.noLiveScoresToInclude : words.includesLiveMatches({ count: liveCount })}
        </p>
      </div>
      <nav className="tabs" aria-label={words.table}>
        {scopes.map(({ id, name }) => (
          <Link
            key={id}
            to={`?table=${id}`}
            replace
            keepsScroll
            aria-current={id === chosen.id ? "true" : undefined}
            data-comp={competitions.find((competition) => competition.id === id)?.hue}
          >
            <CompetitionShape name={name} />
            <span>{id === "overall" ? words.overall : name}</span>
          </Link>
        ))}
      </nav>
      <LeaderboardRows key={chosen.id} league={chosen.name} />
    </section>
  );
}

function LeaderboardRows({ league }: { league: string }) {
  const [page, setPage] = useState(0);
  const rows = useQuery(provisionalLeaderboard(league, page));
  const players = useQuery(playersOf(league));
  return (
    <QueryView
      query={rows}
      failed={words.failedToLoadTheTable}
      loading={{ count: 6, height: 57, label: words.loadingTheTable }}
      empty={{
        title: words.noPlayersYet,
        text: words.whenPlayersAppear,
      }}
    >
      {(data) => (
        <div className="table-frame">
          <DataTable
            className="provisional-leaderboard"
            columns={columns}
            rows={data}
            keyOf={(row) => row.user_id}
          />
          <Pager page={page} pageSize={pageSize} total={players.data ?? 0} list={rows} onPage={setPage} />
        </div>
      )}
    </QueryView>
  );
}

const columns: readonly Column<ProvisionalLeaderboardRow>[] = [
  {
    title: footballWords.rank,
    className: "rank",
    cell: (row) => (
      <>
        <span>{row.rank}</span>
        <RankChange row={row} />
      </>
    ),
  },
  {
    title: footballWords.player,
    cell: (row) => <PlayerName player={row.user_id} name={row.full_name} me={false} />,
  },
  {
    title: words.now,
    end: true,
    className: "points-gained",
    cell: ({ gained }) => (gained > 0 ? `+${gained}` : "0"),
  },
  { title: footballWords.points, end: true, className: "total", cell: (row) => row.points },
];

/** How far live matches have moved a player from the confirmed rank. Shows nothing for the same rank. */
function RankChange({ row: { rank, confirmed_rank } }: { row: ProvisionalLeaderboardRow }) {
  if (rank === confirmed_rank) return null;
  return <MovementMark movement={movementOf({ rank, previous_rank: confirmed_rank })} />;
}
