import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import { subject } from "../queries/query-keys.ts";
import { cacheAnswer, cachedAnswer, currentAccount } from "./answer-cache.ts";

/** What players look at. Not kept: what admins see of others, codes and addresses. */
const cachedSubjects: readonly unknown[] = [
  subject.matches,
  subject.predictions,
  subject.splits,
  subject.leaderboard,
  subject.progress,
  subject.subscriptions,
  subject.settings,
  subject.news,
  subject.notifications,
  subject.archives,
  subject.profile,
];

/** How long a screen without data waits for an answer before it shows what was last seen. */
const patience = 4_000;
const offlinePatience = 400;

/**
 * What was asked; and where nobody answers, what was last seen, with its own age as the query's `dataUpdatedAt`. A refusal
 * and a failing server are what they are.
 */
export async function orCachedAnswer(asked: Promise<unknown>, query: Query): Promise<unknown> {
  const isCached = cachedSubjects.includes(query.queryKey[0]);
  const account = currentAccount();
  // What was asked for one account and comes after another has signed in is nobody's.
  const isStillHere = () => currentAccount() === account;
  const outcome = asked.then(
    (data) => {
      if (isCached) cacheAnswer(account, query.queryHash, data);
      return { kind: "answered" as const, data };
    },
    (error: unknown) => ({ kind: "failed" as const, error }),
  );
  const isShown = query.state.data !== undefined;
  const first = await (isShown ? outcome : Promise.race([outcome, waited()]));
  if (first?.kind === "answered") return first.data;
  if (first && !isUnanswered(first.error)) throw first.error;

  const last = isShown
    ? { data: query.state.data, at: query.state.dataUpdatedAt }
    : isCached && (await cachedAnswer(account, query.queryHash));
  if (!last) return asked;
  // The answer may still come, and then takes the place of what was last seen.
  if (!first) void asked.then((data) => isStillHere() && query.setData(data)).catch(() => undefined);
  // The query takes what it is given for fresh; a moment later it learns how old it is.
  setTimeout(() => query.setState({ dataUpdatedAt: last.at }));
  return last.data;
}

/** Keeps what a screen shows by now in place of the answer it began with. */
export function cacheShownAnswer(queries: QueryClient, queryKey: QueryKey): void {
  const query = queries.getQueryCache().find({ queryKey });
  if (query?.state.data !== undefined) cacheAnswer(currentAccount(), query.queryHash, query.state.data);
}

/** Whether nobody answered: the network failed, or a proxy found no host behind it. */
export function isUnanswered(error: unknown): boolean {
  const field = (name: string): unknown =>
    typeof error === "object" && error !== null ? Reflect.get(error, name) : undefined;
  const status = field("status");
  if (typeof status === "number") return status === 0 || (status >= 502 && status <= 504);
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
}

function waited(): Promise<null> {
  return new Promise((resolve) =>
    setTimeout(() => resolve(null), navigator.onLine ? patience : offlinePatience),
  );
}
