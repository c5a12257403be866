import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { serverNow } from "../connection/server-clock.ts";
import { playedPage, subject } from "../queries/query-keys.ts";
import type { MatchRow, PredictionRow } from "../types/rows.ts";
import { isOver, kindOf, type MatchChange, type MovedList } from "./match-changes.ts";

/** The changed row of a match, or null if the match was deleted. */
export interface ChangedMatch {
  id: string;
  row: MatchRow | null;
}

/** Rules of the game that the lists follow. */
export interface Rules {
  /** The points of a prediction at a score. */
  points: (
    prediction: { home: number; away: number; isDouble: boolean },
    score: { home: number; away: number },
  ) => number;
  /** Those of the open matches, in the order of their locks, that are in the next round of their competition. */
  nextRounds: (open: readonly MatchRow[]) => MatchRow[];
}

interface Patched {
  changes: MatchChange[];
  /** The keys of lists that lost a row whose successor the page does not have, or that are being loaded. */
  incomplete: QueryKey[];
}

/**
 * Writes changed matches into every cached list: rows are replaced, and move between the lists when their status or time
 * changes. Own predictions of a match with a result get their points. No request is made; `isOutdatedBy` says for which
 * other queries the result is not enough.
 */
export function patchMatches(queries: QueryClient, changed: readonly ChangedMatch[], rules: Rules): Patched {
  const latest = new Map(changed.map(({ id, row }) => [id, row]));
  const before = new Map<string, MatchRow>();
  const incomplete: QueryKey[] = [];
  const lists = listsBy(rules);
  for (const { queryKey: key, state } of queries.getQueryCache().findAll({ queryKey: [subject.matches] })) {
    const { data } = state;
    for (const row of rowsIn(data)) if (latest.has(row.id) && !before.has(row.id)) before.set(row.id, row);
    const list = lists[key[1] as MovedList];
    // An answer that is under way may be older than the change, and would take its place.
    if (list && state.fetchStatus !== "idle") incomplete.push(key);
    const patched = list ? withMoved(data, latest, list, key) : withReplaced(data, latest);
    if (patched === data) continue;
    setData(queries, key, patched);
    if (isIncomplete(key, rowsIn(data), rowsIn(patched))) incomplete.push(key);
  }
  const changes = [...latest].map(([id, after]) => ({ id, before: before.get(id) ?? null, after }));
  patchPredictions(
    queries,
    changes.filter((change) => kindOf(change) === "result"),
    rules,
  );
  return { changes, incomplete };
}

/** Changes the data of a query. One that is out of date stays so: it waits for its load. */
function setData(queries: QueryClient, key: QueryKey, data: unknown): void {
  const wasOutdated = isOutdated(queries, key);
  queries.setQueryData(key, data);
  if (wasOutdated) queries.getQueryCache().find({ queryKey: key, exact: true })?.invalidate();
}

function isOutdated(queries: QueryClient, key: QueryKey): boolean {
  return queries.getQueryState(key)?.isInvalidated ?? false;
}

interface List {
  /** Whether the row may belong to the list with this key. */
  has: (row: MatchRow, key: QueryKey) => boolean;
  order: (one: MatchRow, other: MatchRow) => number;
  /** Those of the rows, in their order, that belong to the list together. */
  only?: (rows: readonly MatchRow[]) => MatchRow[];
}

const twelveHours = 12 * 3_600_000;
const byTime = (column: "kickoff_at" | "locks_at", one: MatchRow, other: MatchRow) =>
  Date.parse(one[column]) - Date.parse(other[column]);
const byId = (one: MatchRow, other: MatchRow) => (one.id === other.id ? 0 : one.id < other.id ? -1 : 1);
const byKickOff = (one: MatchRow, other: MatchRow) => byTime("kickoff_at", one, other) || byId(one, other);

/** The same conditions and orders as in the queries of these lists. */
const listsBy = ({ nextRounds }: Rules): Readonly<Record<MovedList, List>> => ({
  current: { has: (row) => !isOver(row), order: byKickOff },
  played: {
    has: (row, key) => isOver(row) && (key[2] === null || key[2] === row.league),
    order: (one, other) => byTime("kickoff_at", other, one) || byId(one, other),
  },
  next: {
    has: isOpen,
    order: (one, other) => byTime("locks_at", one, other) || byId(one, other),
    only: (rows) => nextRounds(rows.filter(isOpen)),
  },
  "around now": {
    has: (row) =>
      row.status !== "cancelled" && Math.abs(Date.parse(row.kickoff_at) - serverNow()) <= twelveHours,
    order: byKickOff,
  },
});

function isOpen({ status, locks_at }: MatchRow): boolean {
  return status === "upcoming" && Date.parse(locks_at) > serverNow();
}

type Latest = ReadonlyMap<string, MatchRow | null>;

function withMoved(data: unknown, latest: Latest, list: List, key: QueryKey): unknown {
  if (isPaged(data)) return withMovedInPages(data, latest, list, key);
  return Array.isArray(data) ? (moved(rowsIn(data), latest, list, key) ?? data) : data;
}

/** The rows with the changed ones in their places; null if nothing changes. */
function moved(rows: readonly MatchRow[], latest: Latest, list: List, key: QueryKey): MatchRow[] | null {
  const others = rows.filter(({ id }) => !latest.has(id));
  const added = [...latest.values()].filter((row): row is MatchRow => row !== null && list.has(row, key));
  if (added.length === 0 && others.length === rows.length) return null;
  const next = [...others, ...added].sort(list.order);
  return list.only?.(next) ?? next;
}

/**
 * The same for pages, the latest first. A row that belongs after the last loaded one is left to the next page, unless the
 * last page is the end.
 */
function withMovedInPages(data: Pages, latest: Latest, list: List, key: QueryKey): unknown {
  const rows = data.pages.flat();
  const isEnd = (data.pages.at(-1)?.length ?? 0) < playedPage;
  const last = rows.at(-1);
  const next = moved(rows, latest, list, key)?.filter(
    (row) => isEnd || last === undefined || list.order(row, last) <= 0,
  );
  if (!next) return data;
  // Each page keeps its last row as its end; the last page takes what follows.
  const pages: MatchRow[][] = [];
  let from = 0;
  for (const [at, page] of data.pages.entries()) {
    const end = page.at(-1);
    const rest = next.slice(from);
    const count = end ? rest.filter((row) => list.order(row, end) <= 0).length : 0;
    pages.push(at === data.pages.length - 1 ? rest : rest.slice(0, count));
    from += count;
  }
  return { ...data, pages };
}

/** The same rows in the same places, the changed ones replaced. Lists with other conditions are loaded again. */
function withReplaced(data: unknown, latest: Latest): unknown {
  const replace = (row: unknown): unknown => (isMatch(row) ? (latest.get(row.id) ?? row) : row);
  if (Array.isArray(data)) return data.some((row) => replace(row) !== row) ? data.map(replace) : data;
  if (typeof data !== "object" || data === null || !("matches" in data)) return data;
  const matches = withReplaced(data.matches, latest);
  return matches === data.matches ? data : { ...data, matches };
}

/**
 * Whether rows that the page does not have may belong to a list now: a page of results lost one, or the next round of a
 * competition begins with another match.
 */
function isIncomplete(key: QueryKey, before: readonly MatchRow[], after: readonly MatchRow[]): boolean {
  if (key[1] === "played") return after.length < before.length && before.length >= playedPage;
  if (key[1] !== "next") return false;
  const [was, is] = [firstOfEach(before), firstOfEach(after)];
  return [...was.keys(), ...is.keys()].some((league) => !beginsAs(was.get(league), is.get(league)));
}

/** The match of each competition that locks next. */
function firstOfEach(inOrder: readonly MatchRow[]): Map<string, MatchRow> {
  return new Map(inOrder.toReversed().map((match) => [match.league, match]));
}

function beginsAs(one: MatchRow | undefined, other: MatchRow | undefined): boolean {
  return (["locks_at", "season", "round"] as const).every((column) => one?.[column] === other?.[column]);
}

/** Gives own predictions the points of a result, or takes them back. Cleared predictions keep 0 points. */
function patchPredictions(queries: QueryClient, changes: readonly MatchChange[], { points }: Rules): void {
  const after = new Map(changes.map((change) => [change.id, change.after]));
  if (after.size === 0) return;
  for (const [key, data] of queries.getQueriesData<readonly PredictionRow[]>({
    queryKey: [subject.predictions],
  })) {
    const isOwn = key[2] === "current" || key[2] === "of";
    if (!isOwn || !data) continue;
    const rows = data.map((row) => {
      const match = after.get(row.match_id);
      if (match === undefined || row.cleared_at !== null) return row;
      return { ...row, points_earned: match && pointsOf(row, match, points) };
    });
    setData(queries, key, rows);
    // The list of results shows a match as soon as it moves there, with the prediction that the other list had.
    if (key[2] === "current" && !isOutdated(queries, key))
      for (const { id, before } of changes)
        if (before && !isOver(before))
          queries.setQueryData(
            [subject.predictions, key[1], "of", [id]],
            rows.filter((row) => row.match_id === id),
          );
  }
}

function pointsOf(row: PredictionRow, match: MatchRow, points: Rules["points"]): number | null {
  if (match.status !== "completed" || match.home_score === null || match.away_score === null) return null;
  return points(
    { home: row.home_prediction, away: row.away_prediction, isDouble: row.is_double },
    { home: match.home_score, away: match.away_score },
  );
}

interface Pages {
  pages: MatchRow[][];
}

function isPaged(data: unknown): data is Pages {
  return typeof data === "object" && data !== null && "pages" in data && Array.isArray(data.pages);
}

/** The matches in a query's data: a list, pages of a list, or one page with its total. */
function rowsIn(data: unknown): MatchRow[] {
  if (Array.isArray(data)) return data.flat().filter(isMatch);
  if (isPaged(data)) return rowsIn(data.pages);
  return typeof data === "object" && data !== null && "matches" in data ? rowsIn(data.matches) : [];
}

function isMatch(row: unknown): row is MatchRow {
  return typeof row === "object" && row !== null && "id" in row && "kickoff_at" in row;
}
