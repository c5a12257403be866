import type { ReactElement, ReactNode } from "react";
import { EmptyState } from "./empty-state.tsx";
import { type FailableQuery, FailedQueries } from "./failure.tsx";
import { rowsIn } from "./rows-in.ts";
import { SkeletonRows } from "./skeleton.tsx";

interface Props<Data> {
  query: FailableQuery & { data: Data | undefined; isPending: boolean };
  /** The title of the failure: `Failed to load teams`. */
  failed: string;
  /** The placeholders: how many, their height in px, and what screen readers announce. */
  loading: { count: number; height: number; label: string };
  /** What an answer without rows shows. Without it, `children` shows every answer but null. */
  empty?: { title: string; text?: ReactNode; level?: 2 | 3; action?: ReactNode };
  children: (data: NonNullable<Data>) => ReactElement | false | null | undefined;
}

/**
 * A query while it loads, after it failed, without rows, or with its data. Data that a reload failed to replace stay. The failure
 * of a next page is where that page would be.
 */
export function QueryView<Data>({ query, failed, loading, empty, children }: Props<Data>) {
  const { data } = query;
  return (
    <>
      {query.isPending && <SkeletonRows {...loading} />}
      {empty && rowsIn(data) === 0 ? (
        <EmptyState {...empty}>{empty.text}</EmptyState>
      ) : (
        data !== undefined && data !== null && children(data)
      )}
      <FailedQueries title={failed} queries={[query]} />
    </>
  );
}
