import { useQuery } from "@tanstack/react-query";
import { messageFor } from "../../../../backend/connection/error-messages.ts";
import { providerState } from "../../../../backend/queries/live-score-provider.ts";
import { Failure } from "../../../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../../../ui/loading/skeleton.tsx";
import { Aliases } from "./aliases.tsx";
import { KeyForm } from "./key-form.tsx";
import { ProviderIssues } from "./provider-issues.tsx";
import { ProviderStatus } from "./provider-status.tsx";
import { ProviderSwitches } from "./provider-switches.tsx";
import "./api-settings.css";

export { ApiSettingsPanel as Component };

/** The live-score provider: its key, its status, what it may change, and the reports that an admin must decide about. */
function ApiSettingsPanel() {
  const state = useQuery(providerState);
  return (
    <section aria-labelledby="api-settings">
      <div className="section-head">
        <h2 id="api-settings">API Settings</h2>
        <p>Live scores</p>
      </div>
      {state.isPending && <SkeletonRows count={5} height={56} label="Loading API settings" />}
      {state.isLoadingError && (
        <Failure
          title="Failed to load API settings"
          reason={messageFor(state.error, "admin")}
          onRetry={() => void state.refetch()}
        />
      )}
      {state.data && (
        <div className="api-settings">
          <div className="api-settings-column">
            <KeyForm state={state.data} />
            <ProviderStatus state={state.data} />
          </div>
          <ProviderSwitches state={state.data} />
          <ProviderIssues provider={state.data.provider} />
          <Aliases />
        </div>
      )}
    </section>
  );
}
