import type { UseQueryResult } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";

/** Shown in place of a panel that failed to load: the reason, and a Retry button. */
export function Failure({ title, reason, onRetry }: { title: string; reason: string; onRetry: () => void }) {
  return (
    <div className="empty-state" role="alert">
      <CircleAlert size={28} className="failure-icon" aria-hidden="true" />
      <h3>{title}</h3>
      <p>{reason}</p>
      <button type="button" className="btn secondary" onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}

/** One message for all queries that failed to load; nothing while none has. Retry loads those again. */
export function FailedQueries({
  title,
  queries,
  reasonOf,
}: {
  title: string;
  queries: readonly UseQueryResult[];
  reasonOf: (error: unknown) => string;
}) {
  const failed = queries.filter(({ isLoadingError }) => isLoadingError);
  if (failed.length === 0) return null;
  return (
    <Failure
      title={title}
      reason={reasonOf(failed[0]?.error)}
      onRetry={() => {
        for (const query of failed) void query.refetch();
      }}
    />
  );
}
