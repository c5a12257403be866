import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/groups";
import type { GroupDetailsRow } from "../../backend/types/rows.ts";
import {
  CrowdRow,
  LeaderboardHead,
  LeaderboardTableRow,
} from "../../football/leaderboard/leaderboard-figures.tsx";
import { boardIdOf } from "../../football/rules/competitions.ts";
import { playerSheetPath } from "../../paths.ts";
import { useSession } from "../../session/session-store.ts";
import { EmptyState } from "../../ui/loading/empty-state.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { Pager } from "../../ui/pager.tsx";
import { groupCrowd, groupForm, groupLeaderboard, groupPageSize } from "./group-queries.ts";

/** The group's members by points in a competition, or `Overall`. */
export function GroupLeaderboard({ group, league }: { group: GroupDetailsRow; league: string }) {
  const { user } = useSession();
  const [page, setPage] = useState(0);
  const rows = useQuery(groupLeaderboard(group.id, league, page));
  const crowd = useQuery(groupCrowd(group.id, league)).data;
  const form = useQuery(groupForm(group.id, league, rows.data?.map(({ user_id }) => user_id) ?? [])).data;
  const competitionId = boardIdOf(league);
  if (rows.isPending) return <SkeletonRows count={7} height={48} label={words.loadingTheLeaderboard} />;
  if (rows.isLoadingError) return <FailedQueries title={words.failedToLoadTheLeaderboard} queries={[rows]} />;
  if (rows.data.length === 0 && page === 0)
    return <EmptyState title={words.nobodyPlaysHereYet}>{words.whenMembersAreListed}</EmptyState>;
  return (
    <>
      <div className="table-frame group-board">
        <table className="table leaderboard-table">
          <LeaderboardHead />
          <tbody>
            {rows.data.map((row) => (
              <LeaderboardTableRow
                key={row.user_id}
                row={row}
                form={form?.get(row.user_id)}
                me={row.user_id === user?.id}
                to={playerSheetPath(row.user_id, competitionId)}
              />
            ))}
          </tbody>
          <CrowdRow crowd={crowd} before after />
        </table>
        <Pager page={page} pageSize={groupPageSize} total={group.members} list={rows} onPage={setPage} />
      </div>
      {group.counts_from_joining && crowd && <p className="muted">{words.whenTheCrowdCounts}</p>}
    </>
  );
}
