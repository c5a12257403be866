import { useQuery } from "@tanstack/react-query";
import { Suspense, useLayoutEffect, useRef } from "react";
import * as words from "#words/leaderboard";
import { crowdOf } from "../../backend/queries/form-and-crowd.ts";
import { CrowdRow, LeaderboardHead } from "../../football/leaderboard/leaderboard-figures.tsx";
import { lazySection } from "../../ui/loading/lazy-section.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { useIncrementalCount } from "../../ui/loading/use-incremental-count.ts";
import {
  Gap,
  LeaderboardRows,
  type LeaderboardTableProps,
  overscan,
  rowHeight,
  useLeaderboardRows,
} from "./leaderboard-rows.tsx";

/** A leaderboard up to this length is rendered completely, so that it can be printed and searched in the browser. */
const maxCompleteRows = 100;

// Loaded lazily, because only large clubs need it.
const VirtualLeaderboard = lazySection(
  async () => (await import("./virtual-leaderboard.tsx")).VirtualLeaderboard,
);

/** The rows below the podium. */
export function LeaderboardTable(props: LeaderboardTableProps) {
  if (props.players - props.skipped <= maxCompleteRows) return <CompleteLeaderboard {...props} />;
  return (
    <Suspense fallback={<SkeletonRows count={7} height={48} label={words.loadingTheLeaderboard} />}>
      <VirtualLeaderboard {...props} />
    </Suspense>
  );
}

function CompleteLeaderboard(props: LeaderboardTableProps) {
  const { league, players, skipped, findMe, sort, perMatch } = props;
  const table = useRef<HTMLTableElement>(null);
  const count = Math.max(0, players - skipped);
  const ready = useIncrementalCount(count, overscan, overscan / 2);
  const crowd = useQuery(crowdOf(league)).data;
  const leaderboard = useLeaderboardRows(props, skipped, skipped + Math.max(0, count - 1));

  const found = useRef(findMe);
  useLayoutEffect(() => {
    if (found.current === findMe || ready < count) return;
    found.current = findMe;
    const line = table.current?.querySelector("tbody tr.own-row") ?? table.current?.querySelector("tbody tr");
    line?.scrollIntoView({ block: "center" });
  }, [findMe, ready, count]);

  return (
    <table
      className={sort === "page" ? "table leaderboard-table" : "table leaderboard-table sorted-per-match"}
      ref={table}
      aria-rowcount={players + 1}
    >
      <LeaderboardHead questions={leaderboard.questionPoints !== undefined} perMatch={perMatch} />
      <tbody>
        <LeaderboardRows
          leaderboard={leaderboard}
          places={Array.from({ length: ready }, (_, at) => at + skipped)}
        />
        <Gap height={(count - ready) * rowHeight} />
      </tbody>
      <CrowdRow
        crowd={crowd}
        before
        after
        questions={leaderboard.questionPoints !== undefined}
        perMatch={perMatch}
      />
    </table>
  );
}
