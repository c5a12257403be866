import { useQuery } from "@tanstack/react-query";
import * as words from "#words/admin";
import { providerState } from "../../../../backend/queries/live-score-provider.ts";
import { ProviderIssues } from "../../matches/provider/provider-issues.tsx";
import { DuplicatesList } from "../../shared/duplicates/duplicates-list.tsx";

interface Props {
  /** Whether reports of the provider wait, and whether something is listed twice. */
  issues: boolean;
  duplicates: boolean;
}

/** What the club cannot decide by itself: reports of the provider, and what is listed twice. */
export function Decisions({ issues, duplicates }: Props) {
  const state = useQuery({ ...providerState, enabled: issues });
  if (!issues && !duplicates) return null;
  return (
    <section aria-labelledby="tonight-decisions">
      <div className="section-head">
        <h3 id="tonight-decisions">{words.waitsForADecision}</h3>
      </div>
      {issues && state.data && <ProviderIssues provider={state.data.provider} />}
      {duplicates && <DuplicatesList />}
    </section>
  );
}
