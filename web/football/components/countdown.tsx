import { isLastHour, timeLeftInWords } from "../time/kick-off.ts";
import { useNow } from "../time/use-now.ts";

/** Four scoreboard tiles to an instant, amber in the last hour. Quiet for screen readers, who get one sentence. */
export function Countdown({ until, label }: { until: string; label: string }) {
  const now = useNow(1_000);
  const seconds = Math.max(0, Math.floor((Date.parse(until) - now) / 1_000));
  const parts: [value: number, word: string][] = [
    [Math.floor(seconds / 86_400), "days"],
    [Math.floor(seconds / 3_600) % 24, "hours"],
    [Math.floor(seconds / 60) % 60, "min"],
    [seconds % 60, "sec"],
  ];
  return (
    <>
      <div className={isLastHour(until, now) ? "countdown last-hour" : "countdown"} aria-hidden="true">
        {parts.flatMap(([value, word]) => [
          <div className="digit-tile" key={word}>
            {String(value).padStart(2, "0")}
          </div>,
          <span key={`${word} label`}>{word}</span>,
        ])}
      </div>
      <p className="visually-hidden">
        {label} {timeLeftInWords(until, now)}
      </p>
    </>
  );
}
