/**
 * Long lists are loaded in pages that begin after a row, not at a number, so that a row that is added or deleted meanwhile
 * moves no other row to a second page or to none. The order of a list must be total: it ends with a key.
 */

/** The options of an infinite query whose pages have `size` rows. Its `pageParam` is the last known row, null at first. */
export function pagesAfterRow<Row>(size: number) {
  const initialPageParam: Row | null = null;
  return {
    initialPageParam: initialPageParam as Row | null,
    getNextPageParam: (page: readonly Row[]): Row | null =>
      page.length < size ? null : (page.at(-1) ?? null),
  };
}

/** The columns by which a list is sorted, the first first. */
export type Order<Row> = readonly (readonly [column: keyof Row & string, direction: "asc" | "desc"])[];

/** The newest first: for tables of which only the ids are unique. */
export const newestFirst: Order<{ created_at: string; id: string }> = [
  ["created_at", "desc"],
  ["id", "asc"],
];

interface Sortable<Query> {
  order: (column: string, options: { ascending: boolean }) => Query;
  or: (filter: string) => Query;
  limit: (rows: number) => Query;
}

/** Sorts a request by `order`, which ends with a key without nulls, and limits it to the `size` rows after `after`. */
export function pageOf<Row, Query extends Sortable<Query>>(
  query: Query,
  order: Order<Row>,
  size: number,
  after: Row | null,
): Query {
  const page = after === null ? query : query.or(rowsAfter(order, after));
  return order
    .reduce((sorted, [column, direction]) => sorted.order(column, { ascending: direction === "asc" }), page)
    .limit(size);
}

/** The PostgREST filter of the rows after `last`: greater in the first column, or equal there and greater in the next. */
export function rowsAfter<Row>(order: Order<Row>, last: Row): string {
  return order
    .map(([column, direction], at) => {
      const equal = order.slice(0, at).map(([before]) => `${before}.eq.${quoted(last[before])}`);
      const beyond = `${column}.${direction === "asc" ? "gt" : "lt"}.${quoted(last[column])}`;
      return equal.length === 0 ? beyond : `and(${[...equal, beyond].join(",")})`;
    })
    .join(",");
}

/** A value in a filter of PostgREST, where commas, brackets and quotes separate. */
function quoted(value: unknown): string {
  return `"${String(value).replace(/["\\]/g, "\\$&")}"`;
}
