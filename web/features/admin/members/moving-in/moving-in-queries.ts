import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Json } from "../../../../../supabase/database.types.ts";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { PeriodFields } from "../../shared/archives/period-form.tsx";
import type { MatrixColumn, PoolLine } from "./pool-cells.ts";

/** Whom the organiser chose for a line: a member's id, or a new member. */
export type Choice = { memberId: string } | "new";

/** What counts of a member's picks: `ours` leaves the difference to the other total out, `total` leaves the picks out. */
export type Counts = "ours" | "total";

export interface PoolList {
  /** The id of a competition; empty for the overall leaderboard. */
  competitionId: string;
  rounds: readonly string[];
  lines: readonly PoolLine[];
  choices: ReadonlyMap<number, Choice>;
  /** The matches of a matrix whose picks are moved in; null for another list. */
  columns: readonly MatrixColumn[] | null;
  /** The match that the organiser chose for a column; null leaves it out. */
  matches: ReadonlyMap<number, string | null>;
  counts: ReadonlyMap<number, Counts>;
}

/** What was moved in, and the members who have not claimed their points. */
export const movedIn = queryOptions({
  queryKey: [subject.dashboard, "moved in"],
  queryFn: () => dataOf(backend().rest.rpc("moved_in")),
});

/** What each line means, with the totals before and after. */
export const previewOf = (list: PoolList) =>
  queryOptions({
    queryKey: [subject.dashboard, "preview of a move", argumentsOf(list)],
    placeholderData: keepPreviousData,
    queryFn: () => dataOf(backend().rest.rpc("preview_move_in", argumentsOf(list))),
  });

export const argumentsOf = ({
  competitionId,
  rounds,
  lines,
  choices,
  columns,
  matches,
  counts,
}: PoolList) => ({
  // The generated type has no null, which stands for the overall leaderboard.
  _competition_id: (competitionId || null) as string,
  _rounds: [...rounds],
  ...(columns && { _columns: columns.map((column, at) => columnOf(column, matches.get(at + 1))) }),
  _lines: lines.map(({ name, points, byRound, picks }, at): Json => {
    const choice = choices.get(at + 1);
    return {
      name,
      points: columns && points === "" ? null : points,
      by_round: byRound,
      ...(columns && { picks: picks ?? [], counts: counts.get(at + 1) ?? null }),
      ...(choice === "new" ? { is_new: true } : choice && { member_id: choice.memberId }),
    };
  }),
});

const columnOf = ({ home, away }: MatrixColumn, chosen: string | null | undefined): Json => ({
  home,
  away,
  ...(chosen === null ? { is_left_out: true } : chosen && { match_id: chosen }),
});

/** The final table of a past season. */
export interface PastTable extends PeriodFields {
  league: string;
  lines: readonly PoolLine[];
}

export const pastLines = ({ lines }: Pick<PastTable, "lines">): Json =>
  lines.map(({ place, name, points }) => ({ place, name, points }));

/** The places and members of a past table. */
export const previewOfPastTable = (table: PastTable) =>
  queryOptions({
    queryKey: [subject.dashboard, "preview of a past table", pastLines(table)],
    queryFn: () => dataOf(backend().rest.rpc("preview_past_table", { _lines: pastLines(table) })),
  });
