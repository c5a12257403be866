import type { Query, QueryClient } from "@tanstack/react-query";
import { playedPage, subject } from "../queries/query-keys.ts";
import type { MatchList, Rules } from "../queries/query-meta.ts";
import type { MatchRow, PredictionRow } from "../types/rows.ts";
import { isOver, kindOf, type MatchChange } from "./match-changes.ts";

/** The changed row of a match, or null if the match was deleted. */
export interface ChangedMatch {
  id: string;
  row: MatchRow | null;
}

interface Patched {
  changes: MatchChange[];
  /** The lists that lost a row whose successor the page does not have, or that are being loaded. */
  incomplete: Query[];
}

/**
 * Writes changed matches into every cached list: rows are replaced, and move between the lists when their status or time
 * changes. Own predictions of a match with a result get their points. No request is made; `isOutdatedBy` says for which
 * other queries the result is not enough.
 */
export function patchMatches(queries: QueryClient, changed: readonly ChangedMatch[], rules: Rules): Patched {
  const latest = new Map(changed.map(({ id, row }) => [id, row]));
  const before = new Map<string, MatchRow>();
  const incomplete: Query[] = [];
  for (const query of queries.getQueryCache().findAll({ queryKey: [subject.matches] })) {
    const { data, fetchStatus } = query.state;
    const list = query.meta?.matchList;
    for (const row of rowsIn(data)) if (latest.has(row.id) && !before.has(row.id)) before.set(row.id, row);
    // An answer that is under way may be older than the change, and would take its place.
    if (list && fetchStatus !== "idle") incomplete.push(query);
    const patched = list ? withMoved(data, latest, list, rules) : withReplaced(data, latest);
    if (patched === data) continue;
    setData(query, patched);
    if (list?.isIncomplete?.(rowsIn(data), rowsIn(patched))) incomplete.push(query);
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
function setData(query: Query, data: unknown): void {
  const { isInvalidated } = query.state;
  query.setData(data, { manual: true });
  if (isInvalidated) query.invalidate();
}

type Latest = ReadonlyMap<string, MatchRow | null>;

function withMoved(data: unknown, latest: Latest, list: MatchList, rules: Rules): unknown {
  if (isPaged(data)) return withMovedInPages(data, latest, list, rules);
  return Array.isArray(data) ? (moved(rowsIn(data), latest, list, rules) ?? data) : data;
}

/** The rows with the changed ones in their places; null if nothing changes. */
function moved(rows: readonly MatchRow[], latest: Latest, list: MatchList, rules: Rules): MatchRow[] | null {
  const others = rows.filter(({ id }) => !latest.has(id));
  const added = [...latest.values()].filter((row): row is MatchRow => row !== null && list.has(row));
  if (added.length === 0 && others.length === rows.length) return null;
  const next = [...others, ...added].sort(list.order);
  return list.only?.(next, rules) ?? next;
}

/**
 * The same for pages, the latest first. A row that belongs after the last loaded one is left to the next page, unless the
 * last page is the end.
 */
function withMovedInPages(data: Pages, latest: Latest, list: MatchList, rules: Rules): unknown {
  const rows = data.pages.flat();
  const isEnd = (data.pages.at(-1)?.length ?? 0) < playedPage;
  const last = rows.at(-1);
  const next = moved(rows, latest, list, rules)?.filter(
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

/** Gives own predictions the points of a result, or takes them back. Cleared predictions keep 0 points. */
function patchPredictions(queries: QueryClient, changes: readonly MatchChange[], { points }: Rules): void {
  const after = new Map(changes.map((change) => [change.id, change.after]));
  if (after.size === 0) return;
  const cache = queries.getQueryCache();
  for (const query of cache.findAll({ queryKey: [subject.predictions] })) {
    const own = query.meta?.ownPredictions;
    const data = query.state.data as readonly PredictionRow[] | undefined;
    if (!own || !data) continue;
    const rows = data.map((row) => {
      const match = after.get(row.match_id);
      if (match === undefined || row.cleared_at !== null) return row;
      return { ...row, points_earned: match && pointsOf(row, match, points) };
    });
    setData(query, rows);
    // The list of results shows a match as soon as it moves there, with the prediction that the other list had.
    if (own.afterResult && !query.state.isInvalidated)
      for (const { id, before } of changes)
        if (before && !isOver(before))
          cache.build(queries, own.afterResult(id)).setData(
            rows.filter((row) => row.match_id === id),
            { manual: true },
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
