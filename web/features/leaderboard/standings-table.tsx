import { useQueries, useQuery } from "@tanstack/react-query";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";
import type { StandingRow } from "../../backend/rows.ts";
import { useSession } from "../../session/session-store.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useGradually } from "../../ui/use-gradually.ts";
import { formOf, myStanding, pageSize, standingsPage } from "./leaderboard-queries.ts";
import { useSheetAddress } from "./sheet-address.ts";
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

/** The table from below the podium down. */
export function StandingsTable(props: Props) {
  return props.players - props.skipped <= shortTable ? <ShortTable {...props} /> : <LongTable {...props} />;
}

function ShortTable({ league, players, skipped, findMe }: Props) {
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
        <Lines standings={standings} places={Array.from({ length: ready }, (_, at) => at + skipped)} />
        <Gap height={(count - ready) * rowHeight} />
      </tbody>
    </table>
  );
}

/**
 * Only the rows in sight exist, and only the pages in sight are asked for, so that ten thousand players scroll as smoothly
 * as ten. The player's own row is always there: in its place when that is in sight, else at the edge it lies beyond.
 */
function LongTable({ league, players, skipped, findMe }: Props) {
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
        <Lines standings={standings} places={places} />
        <Gap height={below} />
        {!asideIsAbove && aside}
      </tbody>
    </table>
  );
}

/** One line for each of these places, counted from 0 at the top of the whole table. */
function Lines({ standings, places }: { standings: Standings; places: readonly number[] }) {
  const { user } = useSession();
  const sheetOf = useSheetAddress();
  return places.map((place) => {
    const row = standings.at(place);
    if (!row) return <LoadingLine key={place} />;
    return (
      <StandingLine
        key={row.user_id}
        row={row}
        form={standings.form(row.user_id)}
        me={row.user_id === user?.id}
        to={sheetOf(row.user_id)}
        index={place + 2}
      />
    );
  });
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

interface Standings {
  at: (place: number) => StandingRow | undefined;
  form: (userId: string) => readonly (number | null)[] | undefined;
}

/** The rows of the pages that hold these places. */
function useStandings(league: string, from: number, to: number): Standings {
  const pages: number[] = [];
  for (let page = Math.floor(from / pageSize); page <= Math.floor(to / pageSize); page += 1) pages.push(page);
  const loaded = useQueries({ queries: pages.map((page) => standingsPage(league, page)) });
  const forms = useQueries({
    queries: loaded.map(({ data }) => formOf(league, data?.map(({ user_id }) => user_id) ?? [])),
  });
  return {
    at: (place) => {
      const page = Math.floor(place / pageSize);
      return loaded[pages.indexOf(page)]?.data?.[place - page * pageSize];
    },
    form: (userId) => forms.find(({ data }) => data?.has(userId))?.data?.get(userId),
  };
}
