interface Pages {
  data: { pages: readonly unknown[] } | undefined;
  hasNextPage: boolean;
}

/** A query of TanStack Query that loads page after page. */
export interface PagedQuery extends Pages {
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<Pages & { isError: boolean }>;
}

/** How often the press of the button begins again. Changes that follow each other more closely would keep the list busy. */
const mostTries = 5;

/**
 * Loads the next page. A change that arrives meanwhile loads the pages again and cancels the next one: its promise then
 * resolves without it, and the press would be lost.
 */
export async function loadNextPage({ data: before, fetchNextPage }: PagedQuery): Promise<void> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { data, hasNextPage, isError } = await fetchNextPage();
    if (isError || !hasNextPage || (data?.pages.length ?? 0) > (before?.pages.length ?? 0)) return;
  }
}
