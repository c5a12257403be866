import type { QueryClient, QueryFunctionContext, QueryKey } from "@tanstack/react-query";

interface OfMatch {
  match_id: string;
}

/**
 * The first answer of a query whose key ends with a list of match ids. A changed list is a new query, but the page often
 * has all of its rows in other queries with the same beginning of the key; only otherwise `ask` makes a request.
 */
export async function knownOrAsked<Row extends OfMatch>(
  { client, queryKey }: Pick<QueryFunctionContext, "client" | "queryKey">,
  ask: () => Promise<Row[]>,
): Promise<Row[]> {
  const known = client.getQueryData(queryKey) === undefined && knownRows<Row>(client, queryKey);
  return known || ask();
}

/** The rows of these matches; null if a match is in none of the loaded queries, or only in outdated ones. */
function knownRows<Row extends OfMatch>(client: QueryClient, queryKey: QueryKey): Row[] | null {
  const beginning = queryKey.slice(0, -1);
  const rowOf = new Map<string, Row | null>();
  for (const { queryKey: key, state } of client.getQueryCache().findAll({ queryKey: beginning })) {
    const ids = key.length === queryKey.length ? key.at(-1) : null;
    if (!Array.isArray(ids) || state.isInvalidated || !Array.isArray(state.data)) continue;
    const rows = new Map<string, Row>(state.data.map((row: Row) => [row.match_id, row]));
    for (const id of ids) rowOf.set(id, rows.get(id) ?? null);
  }
  const wanted = queryKey.at(-1);
  if (!Array.isArray(wanted) || !wanted.every((id) => rowOf.has(id))) return null;
  return wanted.flatMap((id) => rowOf.get(id) ?? []);
}
