import type { QueryClient, QueryFunctionContext, QueryKey } from "@tanstack/react-query";

interface OfMatch {
  match_id: string;
}

/**
 * The first answer of a query about the matches of its `meta`. A changed list of matches is a new query, but the page often has
 * all of its rows in others whose key begins the same; only otherwise `ask` makes a request.
 */
export async function knownOrAsked<Row extends OfMatch>(
  { client, queryKey, meta }: Pick<QueryFunctionContext, "client" | "queryKey" | "meta">,
  beginning: QueryKey,
  ask: () => Promise<Row[]>,
): Promise<Row[]> {
  const isFirst = client.getQueryData(queryKey) === undefined;
  return (isFirst && meta?.matchIds && knownRows<Row>(client, beginning, meta.matchIds)) || ask();
}

/** The rows of these matches; null if a match is in none of the loaded queries, or only in outdated ones. */
function knownRows<Row extends OfMatch>(
  client: QueryClient,
  queryKey: QueryKey,
  wanted: readonly string[],
): Row[] | null {
  const rowOf = new Map<string, Row | null>();
  for (const { meta, state } of client.getQueryCache().findAll({ queryKey })) {
    if (!meta?.matchIds || state.isInvalidated || !Array.isArray(state.data)) continue;
    const rows = new Map<string, Row>(state.data.map((row: Row) => [row.match_id, row]));
    for (const id of meta.matchIds) rowOf.set(id, rows.get(id) ?? null);
  }
  return wanted.every((id) => rowOf.has(id)) ? wanted.flatMap((id) => rowOf.get(id) ?? []) : null;
}
