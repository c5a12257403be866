import { useQuery } from "@tanstack/react-query";
import * as words from "#words/admin-matches";
import { providerState } from "../../../../backend/queries/live-score-provider.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { Aliases } from "./aliases.tsx";
import { KeyForm } from "./key-form.tsx";
import { ProviderIssues } from "./provider-issues.tsx";
import { ProviderStatus } from "./provider-status.tsx";
import { ProviderSwitches } from "./provider-switches.tsx";
import "./provider.css";

export { ProviderPanel as Component };

/** The live-score provider: its key, its status, what it may change, and the reports that an admin must decide about. */
function ProviderPanel() {
  const state = useQuery(providerState);
  return (
    <section aria-labelledby="api-settings">
      <div className="section-head">
        <h2 id="api-settings">{words.apiSettings}</h2>
        <p>{words.liveScoresOfAProvider}</p>
      </div>
      <QueryView
        query={state}
        failed={words.failedToLoadApiSettings}
        loading={{ count: 5, height: 56, label: words.loadingApiSettings }}
      >
        {(data) => (
          <div className="api-settings">
            <div className="api-settings-column">
              <KeyForm state={data} />
              <ProviderStatus state={data} />
            </div>
            <ProviderSwitches state={data} />
            <ProviderIssues provider={data.provider} />
            <Aliases />
          </div>
        )}
      </QueryView>
    </section>
  );
}
