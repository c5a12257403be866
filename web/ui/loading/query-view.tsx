import type { ReactElement, ReactNode } from "react";
import { EmptyState } from "./empty-state.tsx";
import { type FailableQuery, FailedQueries } from "./failure.tsx";
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
      {empty && data !== undefined && isEmpty(data) ? (
        <EmptyState {...empty}>{empty.text}</EmptyState>
      ) : (
        data !== undefined && data !== null && children(data)
      )}
      <FailedQueries title={failed} queries={[query]} />
    </>
  );
}

/** True for null, an empty list, a page with a total of 0, and pages without rows. */
function isEmpty(data: unknown): boolean {
  if (Array.isArray(data)) return data.length === 0;
  if (typeof data !== "object" || data === null) return data === null;
  if ("pages" in data && Array.isArray(data.pages)) return data.pages.every(isEmpty);
  return "total" in data && data.total === 0;
}
