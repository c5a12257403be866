import type { CustomCountdown } from "../rules/club-settings.ts";
import { themeOf } from "../rules/countdown-themes.ts";
import { kickOff } from "../time/kick-off.ts";
import { useNow } from "../time/use-now.ts";
import { Countdown } from "./countdown.tsx";
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
      <CountdownUntil until={until} label={countdown.title} />
    </section>
  );
}

/** The tiles, and below them the moment itself in the viewer's own time. */
export function CountdownUntil({ until, label }: { until: string; label: string }) {
  const now = useNow(60_000);
  return (
    <>
      <Countdown until={until} label={`${label} in`} />
      <p className="countdown-end">{kickOff(until, now)}</p>
    </>
  );
}
