import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import * as words from "#words/groups";
import type { GroupDetailsRow, GroupWinnerRow } from "../../backend/types/rows.ts";
import { grouped } from "../../football/honours/grouped.ts";
import { Win } from "../../football/honours/win.tsx";
import { ordinal } from "../../football/rules/ranking.ts";
import { periodLabel } from "../../football/time/club-day.ts";
import { LoadMoreButton } from "../../ui/loading/load-more-button.tsx";
import { groupLeaderboard, groupWinners } from "./group-queries.ts";

/** Who of the group won each matchday and month, latest first. Nothing before the first result. */
export function GroupWinners({ group, league }: { group: GroupDetailsRow; league: string }) {
  // The leaderboard loads first.
  const { data: leaderboard } = useQuery({ ...groupLeaderboard(group.id, league, 0), enabled: false });
  const query = useInfiniteQuery({ ...groupWinners(group.id), enabled: Boolean(leaderboard) });
  const periods = grouped(query.data?.pages.flat() ?? [], (row) => row.period_id);
  if (periods.length === 0) return null;
  return (
    <section aria-labelledby="group-winners">
      <div className="section-head">
        <h2 id="group-winners">{words.winners}</h2>
      </div>
      <ul className="wall">
        {periods.map((players) => {
          const [first] = players;
          return (
            <Win
              key={first.period_id}
              players={players}
              count={first.winners}
              isFinal={first.is_final}
              league={first.league}
              period={[periodLabel(first.label), first.league].filter(Boolean).join(", ")}
              own={ownResult(first)}
            />
          );
        })}
      </ul>
      <LoadMoreButton query={query} className="btn secondary load-more">
        {words.showEarlier}
      </LoadMoreButton>
      <p className="muted">
        {group.counts_from_joining ? words.amongMembersFromJoining : words.amongThePresentMembers}
      </p>
    </section>
  );
}

/** The reader's place behind the winners, if the reader predicted. */
function ownResult({ my_place: place, my_points: points, is_final: isFinal }: GroupWinnerRow): string | null {
  if (place === null || place === 1) return null;
  return (isFinal ? words.youWere : words.youAreAt)({ place: ordinal(place), points: points ?? "" });
}
