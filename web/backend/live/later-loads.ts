import { focusManager, type Query, type QueryClient } from "@tanstack/react-query";
import { subject } from "../queries/query-keys.ts";

/** Milliseconds within which the pages of a club load after a change that all of them receive at once. */
const shortestWindow = 300;
const longestWindow = 30_000;
const perPage = 0.5;
/** A result with more predictions is in the leaderboards after this time at most (decision 49). */
const countedAtOnce = 1_000;
const countingTime = 2_000;

/**
 * The window for the club's size: 0.3 s for a few hundred members, 5 s for 10,000. The page does not know how many pages are
 * open; the players of a leaderboard or the predictions of a match, if it has loaded them, are as many or more.
 */
export function loadWindow(queries: QueryClient): number {
  return Math.min(Math.max(shortestWindow, clubSize(queries) * perPage), longestWindow);
}

function clubSize(queries: QueryClient): number {
  const sizes = [subject.matches, subject.leaderboard].flatMap((queryKey) =>
    queries.getQueriesData({ queryKey: [queryKey] }).flatMap(([, data]) => sizesIn(data)),
  );
  return sizes.reduce((most, next) => Math.max(most, next), 0);
}

function sizesIn(data: unknown): number[] {
  if (Array.isArray(data)) return data.flatMap(sizesIn);
  if (typeof data !== "object" || data === null) return [];
  if ("pages" in data) return sizesIn(data.pages);
  const size = "predictions_count" in data ? data.predictions_count : "players" in data && data.players;
  return typeof size === "number" ? [size] : [];
}

/**
 * Loads outdated queries later: those on the screen together, as one request where reads can be joined, at a random moment of
 * the club's window, so that thousands of pages do not ask at once. Queries that are not on the screen, or all of a page
 * that is hidden, are only marked and load when they are shown.
 */
export class LaterLoads {
  readonly #queries: QueryClient;
  readonly #random: () => number;
  /** Whether a load was in progress, which may have read before the change. */
  readonly #due = new Map<Query, boolean>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the timer ends. */
  #at = 0;

  constructor(queries: QueryClient, random: () => number = Math.random) {
    this.#queries = queries;
    this.#random = random;
  }

  /** Marks the outdated queries, and loads them later. Further ones join a load that is waiting. */
  add(isOutdated: (query: Query) => boolean): void {
    const outdated = this.#queries.getQueryCache().findAll({ predicate: isOutdated });
    for (const query of outdated) {
      query.invalidate();
      const isLoading = query.state.fetchStatus === "fetching";
      // A first load is repeated when it ends (query-client.ts).
      if (isLoading && query.state.data === undefined) continue;
      this.#due.set(query, this.#due.get(query) || isLoading);
    }
    if (this.#due.size > 0 && outdated.length > 0) this.#wait();
  }

  /** A further result puts the load off until its points are counted. */
  #wait(): void {
    const counting = clubSize(this.#queries) > countedAtOnce ? countingTime : 0;
    const now = performance.now();
    if (this.#timer !== undefined && this.#at >= now + counting) return;
    clearTimeout(this.#timer);
    const pause = counting + this.#random() * loadWindow(this.#queries);
    this.#at = now + pause;
    this.#timer = setTimeout(() => this.#load(), pause);
  }

  drop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#due.clear();
  }

  #load(): void {
    const due = new Map(this.#due);
    this.drop();
    for (const [query, mayBeOld] of due) if (mayBeOld) query.invalidate();
    if (!focusManager.isFocused()) return;
    // What an act of this page has loaded since is up to date.
    void this.#queries.refetchQueries({
      type: "active",
      predicate: (query) => due.has(query) && query.state.isInvalidated,
    });
  }
}
