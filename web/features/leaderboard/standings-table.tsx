import { useQueries, useQuery } from "@tanstack/react-query";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";
import type { StandingRow } from "../../backend/rows.ts";
import { useSession } from "../../session/session-store.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useGradually } from "../../ui/use-gradually.ts";
import { formOf, myStanding, pageSize, standingsPage } from "./leaderboard-queries.ts";
import { StandingLine, StandingsHead } from "./standing-line.tsx";

const rowHeight = 57;
/** So many rows beyond those in sight are there already when they are scrolled to. */
const overscan = 8;
/** A club's table up to this length is drawn as a whole: it can be printed, and searched by the browser. */
const shortTable = 100;

interface Props {
  league: string;
  players: number;
  /** How many of the first places stand on the podium instead. */
  skipped: number;
  /** Counts up with every "Find me". */
  findMe: number;
}

/**
 * The table from below the podium down. Of a long one only the rows in sight exist, and only the pages in sight are asked
 * for, so that ten thousand players scroll as smoothly as ten. The player's own row is always there: in its place when that is
 * in sight, else at the edge it lies beyond.
 */
export function StandingsTable({ league, players, skipped, findMe }: Props) {
  const { user } = useSession();
  const table = useRef<HTMLTableElement>(null);
  const [offset, setOffset] = useState(0);
  const mine = useQuery(myStanding(league)).data ?? null;
  const count = Math.max(0, players - skipped);
  const ready = useGradually(Math.min(count, shortTable), overscan, overscan);
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: count <= shortTable ? ready : overscan,
    scrollMargin: offset,
  });
  useLayoutEffect(() => {
    const measure = () => setOffset((table.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, []);

  const items = rows.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  const standings = useStandings(league, first + skipped, last + skipped);
  const myPlace = mine?.rank === null || mine === null ? null : mine.rank - 1 - skipped;
  const mineInSight = items.some(({ index }) => standings.at(index + skipped)?.user_id === user?.id);
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
    <StandingLine row={mine} form={myForm?.get(mine.user_id)} me />
  );
  const asideIsAbove = myPlace !== null && myPlace < first;
  return (
    <table className="table standings" ref={table} aria-rowcount={players + 1}>
      <StandingsHead />
      <tbody>
        {asideIsAbove && aside}
        <Gap height={above} />
        {items.map(({ index }) => {
          const row = standings.at(index + skipped);
          if (!row) return <LoadingLine key={index} />;
          return (
            <StandingLine
              key={row.user_id}
              row={row}
              form={standings.form(row.user_id)}
              me={row.user_id === user?.id}
              index={index + skipped + 2}
            />
          );
        })}
        <Gap height={below} />
        {!asideIsAbove && aside}
      </tbody>
    </table>
  );
}

function Gap({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr className="gap">
      <td style={{ height }} />
    </tr>
  );
}

function LoadingLine() {
  return (
    <tr>
      <td />
      <td />
      <td>
        <Skeleton height={24} />
      </td>
    </tr>
  );
}

/** The rows of the pages that hold these places. */
function useStandings(league: string, from: number, to: number) {
  const pages: number[] = [];
  for (let page = Math.floor(from / pageSize); page <= Math.floor(to / pageSize); page += 1) pages.push(page);
  const loaded = useQueries({ queries: pages.map((page) => standingsPage(league, page)) });
  const forms = useQueries({
    queries: loaded.map(({ data }) => formOf(league, data?.map(({ user_id }) => user_id) ?? [])),
  });
  return {
    at(place: number): StandingRow | undefined {
      const page = Math.floor(place / pageSize);
      return loaded[pages.indexOf(page)]?.data?.[place - page * pageSize];
    },
    form(userId: string): readonly (number | null)[] | undefined {
      return forms.find(({ data }) => data?.has(userId))?.data?.get(userId);
    },
  };
}
