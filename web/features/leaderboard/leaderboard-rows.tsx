import { useQueries } from "@tanstack/react-query";
import { formOf, formOnPage } from "../../backend/queries/form-and-crowd.ts";
import type { LeaderboardRow } from "../../backend/types/rows.ts";
import { LeaderboardTableRow } from "../../football/leaderboard/leaderboard-figures.tsx";
import { useSession } from "../../session/session-store.ts";
import { Skeleton } from "../../ui/loading/skeleton.tsx";
import { type BoardSort, leaderboardPage, pageSize, pointsPerMatch } from "./leaderboard-queries.ts";
import { usePlayerSheetLink } from "./player-sheet-link.ts";
import { type QuestionPoints, useQuestionPoints } from "./questions/use-question-points.ts";

export const rowHeight = 57;
/** The number of rows that are drawn beyond the visible ones. */
export const overscan = 8;

export interface LeaderboardTableProps {
  league: string;
  players: number;
  /** The number of first places that the podium shows instead. */
  skipped: number;
  /** Increases with every press of "Find me". */
  findMe: number;
  sort: BoardSort;
  /** Whether the club shows points per match since joining. */
  perMatch: boolean;
}

/** One row for each of these places, counted from 0 at the top of the leaderboard. */
export function LeaderboardRows({
  leaderboard,
  places,
}: {
  leaderboard: LoadedRows;
  places: readonly number[];
}) {
  const { user } = useSession();
  const sheetOf = usePlayerSheetLink();
  return places.map((place) => {
    const row = leaderboard.at(place);
    if (!row) return <LoadingLine key={place} />;
    return (
      <LeaderboardTableRow
        key={row.user_id}
        row={row}
        form={leaderboard.form(row.user_id)}
        questionPoints={leaderboard.questionPoints?.(row.user_id)}
        perMatch={leaderboard.perMatch(row.user_id)}
        me={row.user_id === user?.id}
        to={sheetOf(row.user_id)}
        index={place + 2}
      />
    );
  });
}

/** Replaces rows that are not rendered, with the same height. */
export function Gap({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr className="gap-row">
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

interface LoadedRows {
  at: (place: number) => LeaderboardRow | undefined;
  form: (userId: string) => readonly (number | null)[] | undefined;
  questionPoints: QuestionPoints | undefined;
  /** Undefined if the club does not show it. */
  perMatch: (userId: string) => string | undefined;
}

type Shown = Pick<LeaderboardTableProps, "league" | "sort" | "perMatch">;

/** Loads the pages that contain these places. */
export function useLeaderboardRows({ league, sort, perMatch }: Shown, from: number, to: number): LoadedRows {
  const pages: number[] = [];
  for (let page = Math.floor(from / pageSize); page <= Math.floor(to / pageSize); page += 1) pages.push(page);
  const loaded = useQueries({ queries: pages.map((page) => leaderboardPage(league, page, sort)) });
  const players = loaded.map(({ data }) => data?.map(({ user_id }) => user_id) ?? []);
  const pageForms = useQueries({
    queries: sort === "page" ? pages.map((page) => formOnPage(league, page, pageSize)) : [],
  });
  const playerForms = useQueries({
    queries: sort === "page" ? [] : players.map((ids) => formOf(league, ids)),
  });
  const forms = [...pageForms, ...playerForms];
  const figures = useQueries({
    queries: perMatch ? players.map((ids) => pointsPerMatch(league, ids)) : [],
  });
  const questions = useQuestionPoints(
    league,
    loaded.map(({ data }) => data),
  );
  return {
    questionPoints: questions,
    at: (place) => {
      const page = Math.floor(place / pageSize);
      return loaded[pages.indexOf(page)]?.data?.[place - page * pageSize];
    },
    form: (userId) => forms.find(({ data }) => data?.has(userId))?.data?.get(userId),
    perMatch: (userId) =>
      perMatch ? (figures.find(({ data }) => data?.has(userId))?.data?.get(userId) ?? "") : undefined,
  };
}
