import { CircleAlert } from "lucide-react";
import type { ProviderStateRow } from "../../../../backend/types/admin-rows.ts";
import { providerLabel } from "../../../../backend/types/providers.ts";
import { kickOff } from "../../../../football/time/kick-off.ts";
import { timeAgo } from "../../../../football/time/time-ago.ts";
import { useNow } from "../../../../football/time/use-now.ts";
import { plural } from "../../../../ui/text/plural.ts";

/** The provider's status: the age of its last answer, the requests left, and the last error. */
export function ProviderStatus({ state }: { state: ProviderStateRow }) {
  const now = useNow(5_000);
  const nextRequestAt =
    state.paused_until !== null && Date.parse(state.paused_until) > now ? state.paused_until : null;
  return (
    <section className="panel form" aria-labelledby="provider-status">
      <h3 id="provider-status">{providerLabel(state.provider)} status</h3>
      <dl className="provider-figures">
        <div>
          <dt>Last answer</dt>
          <dd>{state.answered_at ? timeAgo(state.answered_at, now) : "None yet"}</dd>
        </div>
        <div>
          <dt>Last request</dt>
          <dd>{state.polled_at ? timeAgo(state.polled_at, now) : "Never"}</dd>
        </div>
        <div>
          <dt>Matches followed now</dt>
          <dd>{state.in_play}</dd>
        </div>
        <div>
          <dt>Requests left</dt>
          <dd>
            {state.key_set_at === null
              ? "None without an API key"
              : `${state.minute_left} this minute${state.day_left === null ? "" : `, ${state.day_left} today`}`}
          </dd>
        </div>
      </dl>
      {state.failures > 0 ? (
        <p className="notice error" role="alert">
          <CircleAlert size={20} aria-hidden="true" />
          <span>
            {state.last_error}.{" "}
            {state.failures === 1
              ? "The last request failed."
              : `The last ${plural(state.failures, "request")} failed.`}
            {nextRequestAt ? ` Next request: ${kickOff(nextRequestAt, now)}.` : ""}
          </span>
        </p>
      ) : (
        state.last_error &&
        state.failed_at && (
          <p className="faint">
            Last error, {timeAgo(state.failed_at, now)}: {state.last_error}. The provider has answered since
            then.
          </p>
        )
      )}
    </section>
  );
}
