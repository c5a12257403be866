import { useQuery } from "@tanstack/react-query";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";
import { useSession } from "../../session/session-store.ts";
import { formOf, myStanding } from "./leaderboard-queries.ts";
import { StandingLine, StandingsHead } from "./leaderboard-row.tsx";
import {
  Gap,
  overscan,
  rowHeight,
  StandingLines,
  type StandingsProps,
  useStandings,
} from "./leaderboard-rows.tsx";
import { useSheetAddress } from "./player-sheet-link.ts";

/**
 * A table of hundreds. Only the rows in sight exist, and only the pages in sight are asked for, so that ten thousand players scroll as smoothly
 * as ten. The player's own row is always there: in its place when that is in sight, else at the edge it lies beyond.
 */
export function LongTable({ league, players, skipped, findMe }: StandingsProps) {
  const { user } = useSession();
  const sheetOf = useSheetAddress();
  const table = useRef<HTMLTableElement>(null);
  const [offset, setOffset] = useState(0);
  const mine = useQuery(myStanding(league)).data ?? null;
  const rows = useWindowVirtualizer({
    count: players - skipped,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: offset,
  });
  useLayoutEffect(() => {
    const measure = () => setOffset((table.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, []);

  const items = rows.getVirtualItems();
  const places = items.map(({ index }) => index + skipped);
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  const standings = useStandings(league, first + skipped, last + skipped);
  const myPlace = mine?.rank === null || mine === null ? null : mine.rank - 1 - skipped;
  const mineInSight = places.some((place) => standings.at(place)?.user_id === user?.id);
  const myForm = useQuery(formOf(league, mine ? [mine.user_id] : [])).data;

  const found = useRef(findMe);
  useLayoutEffect(() => {
    if (found.current === findMe || myPlace === null) return;
    found.current = findMe;
    rows.scrollToIndex(Math.max(0, myPlace), { align: "center" });
  }, [findMe, myPlace, rows]);

  const above = items[0] ? items[0].start - offset : 0;
  const below = items.length > 0 ? rows.getTotalSize() - ((items.at(-1)?.end ?? offset) - offset) : 0;
  const aside = mine && !mineInSight && (myPlace === null || myPlace >= 0) && (
    <StandingLine row={mine} form={myForm?.get(mine.user_id)} me to={sheetOf(mine.user_id)} />
  );
  const asideIsAbove = myPlace !== null && myPlace < first;
  return (
    <table className="table standings" ref={table} aria-rowcount={players + 1}>
      <StandingsHead />
      <tbody>
        {asideIsAbove && aside}
        <Gap height={above} />
        <StandingLines standings={standings} places={places} />
        <Gap height={below} />
        {!asideIsAbove && aside}
      </tbody>
    </table>
  );
}
