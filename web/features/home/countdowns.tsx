import { backend } from "../../backend/connection/client.ts";
import { ClubCountdown, CountdownUntil } from "../../football/components/club-countdown.tsx";
import { CompetitionBadge, hueOf } from "../../football/components/competition-badge.tsx";
import type {
  CompetitionCountdown,
  CustomCountdown as Settings,
} from "../../football/rules/club-settings.ts";
import { clubInstant } from "../../football/time/club-instant.ts";
import { useNow } from "../../football/time/use-now.ts";

/** How long a countdown that has run out still says so. */
const afterglow = 24 * 3_600_000;

/** The club's own countdown, in the colour it was given. */
export function CustomCountdown({ countdown }: { countdown: Settings }) {
  const until = clubInstant(countdown.targetDate, countdown.targetTime, backend().config.time_zone);
  const isCurrent = useCurrent(until);
  if (!countdown.enabled || !countdown.title || !until || !isCurrent) return null;
  return <ClubCountdown countdown={countdown} until={until} />;
}

/** When a competition begins. */
export function SeasonCountdown({ countdown }: { countdown: CompetitionCountdown }) {
  const until = clubInstant(countdown.targetDate, countdown.targetTime, backend().config.time_zone);
  const isCurrent = useCurrent(until);
  if (!countdown.enabled || !until || !isCurrent) return null;
  return (
    <section className="club-countdown" {...hueOf(countdown.name)}>
      <CompetitionBadge name={countdown.name} />
      <h2>{countdown.displayDescription || countdown.description}</h2>
      <CountdownUntil until={until} label={countdown.displayDescription || countdown.name} />
    </section>
  );
}

/** A countdown is shown until a day after it has run out. */
function useCurrent(until: string | null): boolean {
  const now = useNow(60_000);
  return until !== null && Date.parse(until) + afterglow > now;
}
