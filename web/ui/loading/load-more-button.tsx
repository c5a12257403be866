import type { ReactNode } from "react";

interface Props {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  className: string;
  children: ReactNode;
}

/** Loads the next page of a list; nothing after the last one. */
export function LoadMoreButton({ query, className, children }: Props) {
  if (!query.hasNextPage) return null;
  return (
    <button
      type="button"
      className={className}
      aria-disabled={query.isFetchingNextPage}
      onClick={() => !query.isFetchingNextPage && void query.fetchNextPage()}
    >
      {children}
    </button>
  );
}
