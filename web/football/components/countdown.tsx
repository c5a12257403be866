import { isLastHour, timeLeftInWords } from "../time/kick-off.ts";
import { useNow } from "../time/use-now.ts";

/** A countdown of four tiles, amber in the last hour. Screen readers get one sentence instead of the changing tiles. */
export function Countdown({ until, label }: { until: string; label: string }) {
  const now = useNow(1_000);
  const seconds = Math.max(0, Math.floor((Date.parse(until) - now) / 1_000));
  const parts: [value: number, unit: string][] = [
    [Math.floor(seconds / 86_400), "days"],
    [Math.floor(seconds / 3_600) % 24, "hours"],
    [Math.floor(seconds / 60) % 60, "min"],
    [seconds % 60, "sec"],
  ];
  return (
    <>
      <div className={isLastHour(until, now) ? "countdown last-hour" : "countdown"} aria-hidden="true">
        {parts.flatMap(([value, unit]) => [
          <div className="digit-tile" key={unit}>
            {String(value).padStart(2, "0")}
          </div>,
          <span key={`${unit} label`}>{unit}</span>,
        ])}
      </div>
      <p className="visually-hidden">
        {label} {timeLeftInWords(until, now)}
      </p>
    </>
  );
}
