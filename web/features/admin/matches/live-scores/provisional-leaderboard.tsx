import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { ProvisionalLeaderboardRow } from "../../../../backend/types/admin-rows.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import { CompetitionShape } from "../../../../football/components/competition-badge.tsx";
import { MovementMark } from "../../../../football/components/movement-mark.tsx";
import { PlayerName } from "../../../../football/components/player-name.tsx";
import { competitions } from "../../../../football/rules/competitions.ts";
import { movementOf } from "../../../../football/rules/ranking.ts";
import { EmptyState } from "../../../../ui/loading/empty-state.tsx";
import { FailedQueries } from "../../../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../../../ui/loading/skeleton.tsx";
import { Pager } from "../../../../ui/pager.tsx";
import { plural } from "../../../../ui/text/plural.ts";
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
        <h2 id="as-it-stands">As it stands</h2>
        <p>
          {liveCount === 0
            ? "There are no live scores to include. This is the confirmed table."
            : `Includes the current score of ${plural(liveCount, "live match", "live matches")}.`}
        </p>
      </div>
      <nav className="tabs" aria-label="Table">
        {scopes.map(({ id, name }) => (
          <Link
            key={id}
            to={`?table=${id}`}
            replace
            preventScrollReset
            aria-current={id === chosen.id ? "true" : undefined}
            data-comp={competitions.find((competition) => competition.id === id)?.hue}
          >
            <CompetitionShape name={name} />
            {name}
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
  if (rows.isPending) return <SkeletonRows count={6} height={57} label="Loading the table" />;
  if (rows.isLoadingError) return <FailedQueries title="Failed to load the table" queries={[rows]} />;
  if (rows.data.length === 0)
    return (
      <EmptyState title="No players yet">
        Players appear here when they subscribe to the competition or predict one of its matches.
      </EmptyState>
    );
  return (
    <div className="table-frame">
      <table className="table provisional-leaderboard">
        <thead>
          <tr>
            <th scope="col">Rank</th>
            <th scope="col">Player</th>
            <th scope="col" className="align-end">
              Now
            </th>
            <th scope="col" className="align-end">
              Points
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.data.map((row) => (
            <tr key={row.user_id}>
              <td className="rank">
                {row.rank}
                <RankChange row={row} />
              </td>
              <td>
                <PlayerName player={row.user_id} name={row.full_name} me={false} />
              </td>
              <td className="align-end points-gained">{row.gained > 0 ? `+${row.gained}` : "0"}</td>
              <td className="align-end total">{row.points}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Pager page={page} pageSize={pageSize} total={players.data ?? 0} onPage={setPage} />
    </div>
  );
}

/** How far live matches have moved a player from the confirmed rank. Shows nothing for the same rank. */
function RankChange({ row: { rank, confirmed_rank } }: { row: ProvisionalLeaderboardRow }) {
  if (rank === confirmed_rank) return null;
  return <MovementMark movement={movementOf({ rank, previous_rank: confirmed_rank })} />;
}
