import { backend } from "../../backend/connection/client.ts";
import { ClubCountdown, CountdownUntil } from "../../football/components/club-countdown.tsx";
import { CompetitionBadge, hueOf } from "../../football/components/competition-badge.tsx";
import type {
  CompetitionCountdown,
  CustomCountdown as Settings,
} from "../../football/rules/club-settings.ts";
import { clubInstant } from "../../football/time/club-instant.ts";
import { useNow } from "../../football/time/use-now.ts";

/** How long a countdown is shown after its end. */
const shownAfterEnd = 24 * 3_600_000;

/** The club's custom countdown, in its colour theme. */
export function CustomCountdown({ countdown }: { countdown: Settings }) {
  const until = clubInstant(countdown.targetDate, countdown.targetTime, backend().config.time_zone);
  const isCurrent = useCurrent(until);
  if (!countdown.enabled || !countdown.title || !until || !isCurrent) return null;
  return <ClubCountdown countdown={countdown} until={until} />;
}

/** The countdown to the start of a competition. */
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

/** Whether the countdown runs or ended less than a day ago. */
function useCurrent(until: string | null): boolean {
  const now = useNow(60_000);
  return until !== null && Date.parse(until) + shownAfterEnd > now;
}
