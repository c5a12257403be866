import { QueryClient, type QueryPersister } from "@tanstack/react-query";
import { orCachedAnswer } from "../offline/or-cached-answer.ts";
import { isTransient, retryDelayMs } from "./error-kinds.ts";
import { onClockChange } from "./server-clock.ts";

const nearInTime = 60_000;

/** Retries temporary failures (network, 5xx), not refusals. When the host does not answer, cached answers are used. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Queries also run while the browser reports no network, so that a screen shows cached data instead of waiting.
        networkMode: "always",
        refetchOnReconnect: true,
        persister: fetchOrCached,
        retry: (failures, error) => failures < 2 && isTransient(error),
        retryDelay: retryDelayMs,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  // Some queries ask for what is near in time.
  onClockChange((by) => Math.abs(by) > nearInTime && void client.invalidateQueries());
  return client;
}

/**
 * Resolves to the answer, or to the cached one. A first load may have read before a change that invalidates it. TanStack
 * Query does not repeat it, so it is repeated here when it ends.
 */
const fetchOrCached: QueryPersister = async (ask, context, query) => {
  const { data, isInvalidated: wasInvalidated } = query.state;
  const answer = await orCachedAnswer(async () => ask(context), query);
  if (data === undefined && query.state.isInvalidated && !wasInvalidated)
    setTimeout(() => void context.client.invalidateQueries({ queryKey: query.queryKey, exact: true }));
  return answer;
};
