import { useQuery } from "@tanstack/react-query";
import * as words from "#words/admin-matches";
import type { ProviderIssueRow } from "../../../../backend/types/admin-rows.ts";
import { type ProviderId, providerLabel } from "../../../../backend/types/providers.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { ProviderIssue } from "./provider-issue.tsx";
import { providerIssues } from "./provider-queries.ts";
import { UnlinkedMatches } from "./unlinked-matches.tsx";

/** The provider's reports that need an admin's decision. */
export function ProviderIssues({ provider }: { provider: ProviderId }) {
  const list = useQuery(providerIssues);
  return (
    <section className="whole-row" aria-labelledby="provider-issues">
      <div className="section-head">
        <h3 id="provider-issues">{words.decisionsNeeded}</h3>
        <p>{words.reportsThatNeedADecision({ provider: providerLabel(provider) })}</p>
      </div>
      <QueryView
        query={list}
        failed={words.failedToLoadDecisions}
        loading={{ count: 3, height: 64, label: words.loadingDecisions }}
        empty={{
          title: words.noDecisionsNeeded,
          text: words.whatNeedsADecision,
        }}
      >
        {(issues) => <Issues issues={issues} />}
      </QueryView>
    </section>
  );
}

function Issues({ issues }: { issues: readonly ProviderIssueRow[] }) {
  const unlinked = issues.filter(({ kind }) => kind === "unlinked");
  const others = issues.filter(({ kind }) => kind !== "unlinked");
  return (
    <>
      {others.length > 0 && (
        <ul className="record-list" aria-label={words.toDecide}>
          {others.map((issue) => (
            <ProviderIssue key={keyOf(issue)} issue={issue} />
          ))}
        </ul>
      )}
      {unlinked.length > 0 && <UnlinkedMatches matches={unlinked} />}
    </>
  );
}

function keyOf({ kind, provider_match_id, match_id }: ProviderIssueRow): string {
  return `${kind} ${provider_match_id ?? match_id}`;
}
