import { Suspense, useLayoutEffect, useRef } from "react";
import { part } from "../../ui/loading/lazy-section.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { useGradually } from "../../ui/loading/use-incremental-count.ts";
import { StandingsHead } from "./leaderboard-row.tsx";
import {
  Gap,
  overscan,
  rowHeight,
  StandingLines,
  type StandingsProps,
  useStandings,
} from "./leaderboard-rows.tsx";

/** A club's table up to this length is drawn as a whole: it can be printed, and searched by the browser. */
const shortTable = 100;

// Only large clubs need what it takes.
const LongTable = part(async () => (await import("./virtual-leaderboard.tsx")).LongTable);

/** The table from below the podium down. */
export function StandingsTable(props: StandingsProps) {
  if (props.players - props.skipped <= shortTable) return <ShortTable {...props} />;
  return (
    <Suspense fallback={<SkeletonRows count={7} height={48} label="Loading the leaderboard" />}>
      <LongTable {...props} />
    </Suspense>
  );
}

function ShortTable({ league, players, skipped, findMe }: StandingsProps) {
  const table = useRef<HTMLTableElement>(null);
  const count = Math.max(0, players - skipped);
  const ready = useGradually(count, overscan, overscan / 2);
  const standings = useStandings(league, skipped, skipped + Math.max(0, count - 1));

  const found = useRef(findMe);
  useLayoutEffect(() => {
    if (found.current === findMe || ready < count) return;
    found.current = findMe;
    const line = table.current?.querySelector("tbody tr.me") ?? table.current?.querySelector("tbody tr");
    line?.scrollIntoView({ block: "center" });
  }, [findMe, ready, count]);

  return (
    <table className="table standings" ref={table} aria-rowcount={players + 1}>
      <StandingsHead />
      <tbody>
        <StandingLines
          standings={standings}
          places={Array.from({ length: ready }, (_, at) => at + skipped)}
        />
        <Gap height={(count - ready) * rowHeight} />
      </tbody>
    </table>
  );
}
