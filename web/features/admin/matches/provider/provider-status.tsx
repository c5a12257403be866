import { CircleAlert } from "lucide-react";
import * as words from "#words/admin-matches";
import { lastErrorOf } from "../../../../backend/sentences/job-sentences.ts";
import type { ProviderStateRow } from "../../../../backend/types/admin-rows.ts";
import { providerLabel } from "../../../../backend/types/providers.ts";
import { kickOffInSentence } from "../../../../football/time/kick-off.ts";
import { timeAgo } from "../../../../football/time/time-ago.ts";
import { useNow } from "../../../../football/time/use-now.ts";

/** The provider's status: the age of its last answer, the requests left, and the last error. */
export function ProviderStatus({ state }: { state: ProviderStateRow }) {
  const now = useNow(5_000);
  const nextRequestAt =
    state.paused_until !== null && Date.parse(state.paused_until) > now ? state.paused_until : null;
  const error = lastErrorOf(state);
  return (
    <section className="panel form" aria-labelledby="provider-status">
      <h3 id="provider-status">{words.providerStatus({ provider: providerLabel(state.provider) })}</h3>
      <dl className="provider-figures">
        <div>
          <dt>{words.lastAnswer}</dt>
          <dd>{state.answered_at ? timeAgo(state.answered_at, now) : words.noneYet}</dd>
        </div>
        <div>
          <dt>{words.lastRequest}</dt>
          <dd>{state.polled_at ? timeAgo(state.polled_at, now) : words.never}</dd>
        </div>
        <div>
          <dt>{words.matchesFollowedNow}</dt>
          <dd>{state.in_play}</dd>
        </div>
        <div>
          <dt>{words.requestsLeft}</dt>
          <dd>{state.key_set_at === null ? words.noneWithoutAnApiKey : requestsLeft(state)}</dd>
        </div>
      </dl>
      {state.failures > 0 ? (
        <p className="notice error" role="alert">
          <CircleAlert size={20} aria-hidden="true" />
          <span>
            {[
              `${error}.`,
              state.failures === 1
                ? words.lastRequestFailed
                : words.lastRequestsFailed({ count: state.failures }),
              nextRequestAt && words.nextRequest({ time: kickOffInSentence(nextRequestAt, now) }),
            ]
              .filter(Boolean)
              .join(" ")}
          </span>
        </p>
      ) : (
        error &&
        state.failed_at && (
          <p className="faint">{words.lastErrorSince({ ago: timeAgo(state.failed_at, now), error })}</p>
        )
      )}
    </section>
  );
}

function requestsLeft({ minute_left: minute, day_left: day }: ProviderStateRow): string {
  return day === null
    ? words.requestsLeftThisMinute({ minute })
    : words.requestsLeftThisMinuteAndToday({ minute, day });
}
