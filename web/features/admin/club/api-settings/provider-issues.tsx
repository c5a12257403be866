import { useQuery } from "@tanstack/react-query";
import { messageFor } from "../../../../backend/connection/error-messages.ts";
import type { ProviderIssueRow } from "../../../../backend/types/admin-rows.ts";
import { type ProviderId, providerLabel } from "../../../../backend/types/providers.ts";
import { EmptyState } from "../../../../ui/loading/empty-state.tsx";
import { Failure } from "../../../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../../../ui/loading/skeleton.tsx";
import { ProviderIssue } from "./provider-issue.tsx";
import { providerIssues } from "./provider-queries.ts";
import { UnlinkedMatches } from "./unlinked-matches.tsx";

/** The provider's reports that need an admin's decision. */
export function ProviderIssues({ provider }: { provider: ProviderId }) {
  const list = useQuery(providerIssues);
  const unlinked = list.data?.filter(({ kind }) => kind === "unlinked") ?? [];
  const others = list.data?.filter(({ kind }) => kind !== "unlinked") ?? [];
  return (
    <section className="whole-row" aria-labelledby="provider-issues">
      <div className="section-head">
        <h3 id="provider-issues">Decisions needed</h3>
        <p>Reports from {providerLabel(provider)} that need an organiser's decision</p>
      </div>
      {list.isPending && <SkeletonRows count={3} height={64} label="Loading decisions" />}
      {list.isLoadingError && (
        <Failure
          title="Failed to load decisions"
          reason={messageFor(list.error, "admin")}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data && others.length === 0 && unlinked.length === 0 && (
        <EmptyState title="No decisions needed">
          Provisional results, different scores and matches that could not be linked appear here.
        </EmptyState>
      )}
      {others.length > 0 && (
        <ul className="record-list" aria-label="To decide">
          {others.map((issue) => (
            <ProviderIssue key={keyOf(issue)} issue={issue} />
          ))}
        </ul>
      )}
      {unlinked.length > 0 && <UnlinkedMatches matches={unlinked} />}
    </section>
  );
}

function keyOf({ kind, provider_match_id, match_id }: ProviderIssueRow): string {
  return `${kind} ${provider_match_id ?? match_id}`;
}
