import { CircleAlert } from "lucide-react";
import { createContext, useContext } from "react";
import * as words from "#words/ui";

/** The words for an error, by where it occurred. `reasons.tsx` sets them for the whole page, and `admin-routes.tsx` for admins. */
export const ReasonContext = createContext<(error: unknown) => string>(() => words.anErrorOccurred);

/** Shown in place of a panel that failed to load: the reason, and a Retry button. */
export function Failure({ title, reason, onRetry }: { title: string; reason: string; onRetry: () => void }) {
  return (
    <div className="empty-state" role="alert">
      <CircleAlert size={28} className="failure-icon" aria-hidden="true" />
      <h3>{title}</h3>
      <p>{reason}</p>
      <button type="button" className="btn secondary" onClick={onRetry}>
        {words.retry}
      </button>
    </div>
  );
}

/** What the failure of a query is shown from. The last two are those of a list that loads page after page. */
export interface FailableQuery {
  error: unknown;
  isLoadingError: boolean;
  refetch: () => Promise<unknown>;
  isFetchNextPageError?: boolean;
  fetchNextPage?: () => Promise<unknown>;
}

/** One message for all queries that failed to load; nothing while none has. Retry loads those, or their next page, again. */
export function FailedQueries({ title, queries }: { title: string; queries: readonly FailableQuery[] }) {
  const reasonOf = useContext(ReasonContext);
  const failed = queries.filter((query) => query.isLoadingError || query.isFetchNextPageError);
  if (failed.length === 0) return null;
  return (
    <Failure
      title={title}
      reason={reasonOf(failed[0]?.error)}
      onRetry={() => {
        for (const query of failed) void (query.isLoadingError ? query.refetch() : query.fetchNextPage?.());
      }}
    />
  );
}
