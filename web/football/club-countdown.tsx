import type { CustomCountdown } from "./club-settings.ts";
import { Countdown } from "./countdown.tsx";
import { themeOf } from "./countdown-themes.ts";
import { kickOff } from "./kick-off.ts";
import { useNow } from "./use-now.ts";
import "./club-countdown.css";

/** The club's own countdown, in the colour it was given: on Home, and in its editor's preview. */
export function ClubCountdown({
  countdown,
  until,
}: {
  countdown: Pick<CustomCountdown, "title" | "description" | "color">;
  until: string;
}) {
  return (
    <section className="club-countdown" data-theme-colour={themeOf(countdown.color).id}>
      <h2>{countdown.title}</h2>
      {countdown.description && <p>{countdown.description}</p>}
      <Until until={until} label={countdown.title} />
    </section>
  );
}

/** The tiles, and below them the moment itself in the viewer's own time. */
export function Until({ until, label }: { until: string; label: string }) {
  const now = useNow(60_000);
  return (
    <>
      <Countdown until={until} label={`${label} in`} />
      <p className="when">{kickOff(until, now)}</p>
    </>
  );
}
