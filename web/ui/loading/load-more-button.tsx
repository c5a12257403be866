import type { ReactNode } from "react";
import { useSingleRun } from "../../browser/use-single-run.ts";
import { loadNextPage, type PagedQuery } from "./load-next-page.ts";

interface Props {
  query: PagedQuery;
  className: string;
  children: ReactNode;
  /** Replaces the words while the page loads. */
  loading?: ReactNode;
}

/** Loads the next page of a list; nothing after the last one, and after a failure, which has a button to try again. */
export function LoadMoreButton({ query, className, children, loading = children }: Props) {
  const { pending, run } = useSingleRun(() => loadNextPage(query));
  if (!query.hasNextPage || query.isFetchNextPageError) return null;
  const isBusy = pending || query.isFetchingNextPage;
  return (
    <button type="button" className={className} aria-disabled={isBusy} onClick={run}>
      {isBusy ? loading : children}
    </button>
  );
}
