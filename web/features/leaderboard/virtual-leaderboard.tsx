import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";
import * as words from "#words/leaderboard";
import { crowdOf, formByPlayer, formOf, formOfRows } from "../../backend/queries/form-and-crowd.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import type { FormRow, LeaderboardRow } from "../../backend/types/rows.ts";
import { usePrinting } from "../../browser/use-printing.ts";
import {
  CrowdRow,
  LeaderboardHead,
  LeaderboardTableRow,
} from "../../football/leaderboard/leaderboard-figures.tsx";
import { useSession } from "../../session/session-store.ts";
import { formatNumber } from "../../ui/text/format-number.ts";
import { myLeaderboardRow, pageSize, pointsPerMatch } from "./leaderboard-queries.ts";
import {
  Gap,
  LeaderboardRows,
  type LeaderboardTableProps,
  overscan,
  rowHeight,
  useLeaderboardRows,
} from "./leaderboard-rows.tsx";
import { usePlayerSheetLink } from "./player-sheet-link.ts";
import { useQuestionPoints } from "./questions/use-question-points.ts";

/**
 * A leaderboard of hundreds of players or more. Renders only the visible rows and loads only their pages. The signed-in
 * player's row is always rendered: in its place if that is visible, otherwise at the nearer edge. A print has every row
 * that was loaded.
 */
export function VirtualLeaderboard(props: LeaderboardTableProps) {
  const { league, players, skipped, findMe, sort, perMatch } = props;
  const { user } = useSession();
  const sheetOf = usePlayerSheetLink();
  const table = useRef<HTMLTableElement>(null);
  const [offset, setOffset] = useState(0);
  const mine = useQuery(myLeaderboardRow(league)).data ?? null;
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
  const crowd = useQuery(crowdOf(league)).data;
  const leaderboard = useLeaderboardRows(props, first + skipped, last + skipped);
  // Ranks are those of the points.
  const myPlace = sort !== "page" || mine === null || mine.rank === null ? null : mine.rank - 1 - skipped;
  const isMyRowVisible = places.some((place) => leaderboard.at(place)?.user_id === user?.id);
  const myForm = useQuery(formOf(league, mine ? [mine.user_id] : [])).data;
  const myFigure = useQuery(pointsPerMatch(league, mine && perMatch ? [mine.user_id] : [])).data;

  const myQuestions = useQuestionPoints(league, [mine ? [mine] : []]);
  const questions = leaderboard.questionPoints !== undefined;

  const found = useRef(findMe);
  useLayoutEffect(() => {
    if (found.current === findMe || myPlace === null) return;
    found.current = findMe;
    rows.scrollToIndex(Math.max(0, myPlace), { align: "center" });
  }, [findMe, myPlace, rows]);

  const above = items[0] ? items[0].start - offset : 0;
  const below = items.length > 0 ? rows.getTotalSize() - ((items.at(-1)?.end ?? offset) - offset) : 0;
  const myRow = mine && !isMyRowVisible && (myPlace === null || myPlace >= 0) && (
    <LeaderboardTableRow
      row={mine}
      form={myForm?.get(mine.user_id)}
      questionPoints={myQuestions?.(mine.user_id)}
      perMatch={perMatch ? (myFigure?.get(mine.user_id) ?? "") : undefined}
      me
      to={sheetOf(mine.user_id)}
    />
  );
  const isMyRowAbove = myPlace !== null && myPlace < first;
  const isPrinting = usePrinting();
  if (isPrinting)
    return (
      <table className="table leaderboard-table">
        <LeaderboardHead questions={questions} />
        <PrintedRows league={league} players={players} skipped={skipped} sort={sort} mine={mine} />
        <CrowdRow crowd={crowd} before after questions={questions} />
      </table>
    );
  return (
    <table
      className={sort === "page" ? "table leaderboard-table" : "table leaderboard-table sorted-per-match"}
      ref={table}
      aria-rowcount={players + 1}
    >
      <LeaderboardHead questions={questions} perMatch={perMatch} />
      <tbody>
        {isMyRowAbove && myRow}
        <Gap height={above} />
        <LeaderboardRows leaderboard={leaderboard} places={places} />
        <Gap height={below} />
        {!isMyRowAbove && myRow}
      </tbody>
      <CrowdRow crowd={crowd} before after questions={questions} perMatch={perMatch} />
    </table>
  );
}

interface PrintedRowsProps extends Omit<LeaderboardTableProps, "findMe" | "perMatch"> {
  mine: LeaderboardRow | null;
}

/** The loaded rows and the own one, and how many players they are. The print does not wait for others to load. */
function PrintedRows({ league, players, skipped, sort, mine }: PrintedRowsProps) {
  const sheetOf = usePlayerSheetLink();
  const queries = useQueryClient();
  const loaded = queries
    .getQueriesData<readonly LeaderboardRow[]>({ queryKey: [subject.leaderboard, league, sort] })
    .flatMap(([key, rows]) => (rows ?? []).map((row, at) => ({ row, place: Number(key[3]) * pageSize + at })))
    .sort((one, other) => one.place - other.place);
  const rows = loaded.filter(({ place }) => place >= skipped).map(({ row }) => row);
  const isMineLoaded = loaded.some(({ row }) => row.user_id === mine?.user_id);
  if (mine && !isMineLoaded) rows.push(mine);
  const onPages = queries.getQueriesData<readonly FormRow[]>({
    queryKey: [subject.leaderboard, league, "form on page"],
  });
  const ofMine = mine && !isMineLoaded && queries.getQueryData(formOf(league, [mine.user_id]).queryKey);
  const questions = useQuestionPoints(league, [rows]);
  const forms = new Map([
    ...formOfRows(onPages.flatMap(([, rows]) => rows ?? [])),
    ...formByPlayer(ofMine || []),
  ]);
  return (
    <tbody>
      {rows.map((row) => (
        <LeaderboardTableRow
          key={row.user_id}
          row={row}
          form={forms.get(row.user_id)}
          questionPoints={questions?.(row.user_id)}
          me={row.user_id === mine?.user_id}
          to={sheetOf(row.user_id)}
        />
      ))}
      {rows.length + skipped < players && (
        <tr>
          <td colSpan={questions ? 8 : 7}>
            {words.rowsOfPlayersLoaded({
              rows: formatNumber(rows.length + skipped),
              players: formatNumber(players),
            })}
          </td>
        </tr>
      )}
    </tbody>
  );
}
