import { CircleAlert, RadioTower } from "lucide-react";
import * as words from "#words/admin-matches";
import { lastErrorOf } from "../../../../backend/sentences/job-sentences.ts";
import type { ProviderStateRow } from "../../../../backend/types/admin-rows.ts";
import { providerLabel } from "../../../../backend/types/providers.ts";
import { timeAgo } from "../../../../football/time/time-ago.ts";
import { dashboardTabPath } from "../../../../paths.ts";
import { Link } from "../../../../routing/link.tsx";
import { Rich } from "../../../../ui/text/rich.tsx";

/** The provider of the scores and the age of its last answer. */
export function ProviderLine({ state, now }: { state: ProviderStateRow; now: number }) {
  if (!state.key_is_set)
    return (
      <p className="notice provider-line">
        <RadioTower size={20} aria-hidden="true" />
        <span>
          <Rich
            parts={words.noApiKeyIsSet({
              link: (text) => <Link to={dashboardTabPath("api-settings")}>{text}</Link>,
            })}
          />
        </span>
      </p>
    );
  const source = providerLabel(state.provider);
  const age = state.answered_at
    ? words.sourceAnswered({ source, ago: timeAgo(state.answered_at, now) })
    : words.sourceHasNotAnswered({ source });
  if (!state.follows_scores)
    return (
      <p className="notice provider-line">
        <RadioTower size={20} aria-hidden="true" />
        <span>
          <Rich
            parts={words.updatesAreOff({
              age,
              link: (text) => <Link to={dashboardTabPath("api-settings")}>{text}</Link>,
            })}
          />
        </span>
      </p>
    );
  if (state.failures > 0)
    return (
      <p className="notice error provider-line" role="alert">
        <CircleAlert size={20} aria-hidden="true" />
        <span>
          {`${lastErrorOf(state) ?? words.theProviderIsNotResponding}. ${words.scoresMayBeOld({ age })}`}
        </span>
      </p>
    );
  return (
    <p className="notice provider-line">
      <RadioTower size={20} aria-hidden="true" />
      <span>
        {`${age} ${state.in_play === 0 ? words.updatesStartBeforeKickOff : words.scoresUpdateEveryMinute}`}
      </span>
    </p>
  );
}
