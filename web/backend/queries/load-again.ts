import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Loads again what is shown of these queries. `invalidateQueries` does not repeat a first load that is in progress, although
 * it may have read before the change, so that load is repeated when it ends.
 */
export function loadAgain(queries: QueryClient, queryKey: QueryKey): void {
  for (const query of queries.getQueryCache().findAll({ queryKey, fetchStatus: "fetching" })) {
    if (query.state.data !== undefined) continue;
    const repeat = () => void queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
    query.promise?.then(repeat, () => undefined);
  }
  void queries.invalidateQueries({ queryKey });
}
