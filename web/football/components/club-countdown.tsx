import * as words from "#words/football";
import type { CustomCountdown } from "../rules/club-settings.ts";
import { themeOf } from "../rules/countdown-themes.ts";
import { countdownEnd } from "../time/match-time.ts";
import { useNow } from "../time/use-now.ts";
import { Countdown } from "./countdown.tsx";
import "./club-countdown.css";

/** The club's custom countdown in its colour theme, on Home and in the preview of its form. */
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

/** A countdown with its end in the viewer's time zone. */
export function CountdownUntil({ until, label }: { until: string; label: string }) {
  const now = useNow(60_000);
  return (
    <>
      <Countdown until={until} label={words.countdownIn({ label })} />
      <p className="countdown-end">{countdownEnd(until, now)}</p>
    </>
  );
}
