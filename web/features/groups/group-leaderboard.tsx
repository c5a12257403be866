import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageFor } from "../../backend/connection/error-messages.ts";
import { crowdOf } from "../../backend/queries/crowd.ts";
import type { GroupDetailsRow } from "../../backend/types/rows.ts";
import { CrowdRow, FigureCells, FigureHeads } from "../../football/components/leaderboard-figures.tsx";
import { MovementMark } from "../../football/components/movement-mark.tsx";
import { PlayerName } from "../../football/components/player-name.tsx";
import { movementOf } from "../../football/rules/ranking.ts";
import { useSession } from "../../session/session-store.ts";
import { EmptyState } from "../../ui/loading/empty-state.tsx";
import { Failure } from "../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { Pager } from "../../ui/pager.tsx";
import { groupLeaderboard, groupPageSize } from "./group-queries.ts";

/** The group's members by points in a competition, or `Overall`. */
export function GroupLeaderboard({ group, league }: { group: GroupDetailsRow; league: string }) {
  const { user } = useSession();
  const [page, setPage] = useState(0);
  const rows = useQuery(groupLeaderboard(group.id, league, page));
  const crowd = useQuery(crowdOf(league)).data;
  if (rows.isPending) return <SkeletonRows count={7} height={48} label="Loading the leaderboard" />;
  if (rows.isError)
    return (
      <Failure
        title="Failed to load the leaderboard"
        reason={messageFor(rows.error)}
        onRetry={() => void rows.refetch()}
      />
    );
  if (rows.data.length === 0 && page === 0)
    return (
      <EmptyState title="Nobody plays here yet">
        Members are listed after their first prediction in this competition, or when they subscribe to it.
      </EmptyState>
    );
  return (
    <div className="table-frame">
      <table className="table leaderboard-table">
        <colgroup>
          <col className="rank-column" />
          <col className="movement-column" />
          <col />
          <col className="figure-column wide-column" />
          <col className="figure-column wide-column" />
          <col className="figure-column" />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Rank</th>
            <th scope="col">
              <span className="visually-hidden">Movement</span>
            </th>
            <th scope="col">Player</th>
            <FigureHeads />
          </tr>
        </thead>
        <tbody>
          {rows.data.map((row) => (
            <tr key={row.user_id} className={row.user_id === user?.id ? "own-row" : ""}>
              <td className="rank">{row.rank ?? "–"}</td>
              <td>
                <MovementMark movement={movementOf(row)} />
              </td>
              <td>
                <PlayerName player={row.user_id} name={row.full_name} me={row.user_id === user?.id} />
              </td>
              <FigureCells row={row} />
            </tr>
          ))}
        </tbody>
        {!group.counts_from_joining && <CrowdRow crowd={crowd} before />}
      </table>
      {group.members > groupPageSize && (
        <Pager page={page} pageSize={groupPageSize} total={group.members} onPage={setPage} />
      )}
    </div>
  );
}
