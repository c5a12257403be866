import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import { RequestError } from "../connection/response.ts";
import { isNoAnswer } from "../requests/service-answer.ts";
import { cacheAnswer, cachedAnswer, currentAccount } from "./answer-cache.ts";
import { noteResponseStatus } from "./reachability.ts";

/** How long a screen without data waits for an answer before it shows the cached one. */
const patience = 4_000;
const offlinePatience = 400;
/** The same for a screen that loads its data again, or more of a list. */
const patienceWithData = 20_000;

/**
 * Resolves to the answer of a request. Without an answer it resolves to the cached one, and `dataUpdatedAt` becomes the
 * age of that. Refusals and server errors are thrown.
 */
export async function orCachedAnswer(ask: () => Promise<unknown>, query: Query): Promise<unknown> {
  const isCached = query.meta?.isOnDevice === true;
  const account = currentAccount();
  const isShown = query.state.data !== undefined;
  const isOutdated = query.state.isInvalidated;
  const asking: Asking = { shown: query.state.data };
  latest.set(query, asking);
  const asked = currentAnswer(ask, query, asking);
  const outcome = asked.then(
    (data) => {
      if (isCached && latest.get(query) === asking) cacheAnswer(account, query.queryHash, data);
      return { kind: "answered" as const, data };
    },
    (error: unknown) => ({ kind: "failed" as const, error }),
  );
  const first = await Promise.race([outcome, waited(isShown)]);
  if (first?.kind === "answered") return first.data;
  // The pages that are shown are no answer to a request for the next one.
  if (isNextPage(query)) throw first?.error ?? new RequestError("", "", 0);
  if (first && !isUnanswered(first.error)) throw first.error;

  const last = isShown
    ? { data: query.state.data, at: query.state.dataUpdatedAt }
    : isCached && (await cachedAnswer(account, query.queryHash));
  if (!last) return asked;
  // It may have arrived while the cache was read.
  const meanwhile = await Promise.race([outcome, null]);
  if (meanwhile?.kind === "answered") return meanwhile.data;
  // A network that never answers is no failure, so nothing else reports it.
  if (!first) noteResponseStatus(0);
  asking.shown = last.data;
  // A late answer replaces the cached one, but not that of a later request or of another account.
  const isWanted = () => currentAccount() === account && latest.get(query) === asking;
  const showLate = (data: unknown) => setTimeout(() => isWanted() && query.setData(data));
  if (!first) void asked.then(showLate).catch(() => undefined);
  // The query marks the data as fresh, so its age is set afterwards. Outdated data is loaded again with the next occasion.
  setTimeout(() => query.setState({ dataUpdatedAt: last.at, isInvalidated: isOutdated }));
  return last.data;
}

/** Whether the page asks for more rows of a list that it shows. */
function isNextPage({ state }: Query): boolean {
  return state.fetchMeta?.fetchMore !== undefined;
}

/** The requests for one answer. */
interface Asking {
  /** What the query shows unless somebody changes its data. */
  shown: unknown;
}

/** For each query, the requests that began last. Earlier ones must not change what is shown. */
const latest = new WeakMap<Query, Asking>();
/** Live scores may change a list again and again. */
const mostRequests = 3;

/**
 * Asks again if the query's data was changed meanwhile, because the page has saved something and shows it: the answer may be
 * older and would take that back.
 */
async function currentAnswer(ask: () => Promise<unknown>, query: Query, asking: Asking): Promise<unknown> {
  for (let requests = 1; ; requests += 1) {
    const data = await ask();
    const shown = query.state.data;
    if (shown === asking.shown || latest.get(query) !== asking || requests === mostRequests) return data;
    asking.shown = shown;
  }
}

/** Stores the current data of a query in place of its last answer. */
export function cacheShownAnswer(queries: QueryClient, queryKey: QueryKey): void {
  const query = queries.getQueryCache().find({ queryKey });
  if (query?.state.data !== undefined) cacheAnswer(currentAccount(), query.queryHash, query.state.data);
}

/** Whether no answer arrived: the network failed, or a proxy could not reach the host. */
export function isUnanswered(error: unknown): boolean {
  const field = (name: string): unknown =>
    typeof error === "object" && error !== null ? Reflect.get(error, name) : undefined;
  const status = field("status");
  if (typeof status === "number") return isNoAnswer(status);
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
}

function waited(isShown: boolean): Promise<null> {
  const time = isShown ? patienceWithData : navigator.onLine ? patience : offlinePatience;
  return new Promise((resolve) => setTimeout(() => resolve(null), time));
}
