import { CircleAlert, RadioTower } from "lucide-react";
import { Link } from "react-router";
import type { ProviderStateRow } from "../../../../backend/types/admin-rows.ts";
import { providerLabel } from "../../../../backend/types/providers.ts";
import { timeAgo } from "../../../../football/time/time-ago.ts";
import { dashboardTabPath } from "../../../../paths.ts";

/** The provider of the scores and the age of its last answer. */
export function ProviderStatus({ state, now }: { state: ProviderStateRow; now: number }) {
  if (!state.key_is_set)
    return (
      <p className="notice provider-line">
        <RadioTower size={20} aria-hidden="true" />
        <span>
          No live-score API key is set, so scores are entered by hand.{" "}
          <Link to={dashboardTabPath("api-settings")}>API Settings</Link>
        </span>
      </p>
    );
  const source = providerLabel(state.provider);
  const age = state.answered_at
    ? `${source} answered ${timeAgo(state.answered_at, now)}.`
    : `${source} has not answered yet.`;
  if (!state.follows_scores)
    return (
      <p className="notice provider-line">
        <RadioTower size={20} aria-hidden="true" />
        <span>
          Live score updates are off. {age} <Link to={dashboardTabPath("api-settings")}>API Settings</Link>
        </span>
      </p>
    );
  if (state.failures > 0)
    return (
      <p className="notice error provider-line" role="alert">
        <CircleAlert size={20} aria-hidden="true" />
        <span>
          {state.last_error ?? "The provider is not responding"}. {age} Scores on this page may be out of
          date.
        </span>
      </p>
    );
  return (
    <p className="notice provider-line">
      <RadioTower size={20} aria-hidden="true" />
      <span>
        {age}{" "}
        {state.in_play === 0
          ? "Updates start ten minutes before a kick-off."
          : "Scores update every minute during matches."}
      </span>
    </p>
  );
}
