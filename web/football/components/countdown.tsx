import * as words from "#words/football";
import { isLastHour, timeLeftInWords } from "../time/kick-off.ts";
import { useNow } from "../time/use-now.ts";

/** A countdown of four tiles, amber in the last hour. Screen readers get one sentence instead of the changing tiles. */
export function Countdown({ until, label }: { until: string; label: string }) {
  const now = useNow(1_000);
  const seconds = Math.max(0, Math.floor((Date.parse(until) - now) / 1_000));
  const parts: [value: number, unit: string][] = [
    [Math.floor(seconds / 86_400), words.unitDays],
    [Math.floor(seconds / 3_600) % 24, words.unitHours],
    [Math.floor(seconds / 60) % 60, words.unitMinutes],
    [seconds % 60, words.unitSeconds],
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
      <p className="visually-hidden">{`${label} ${timeLeftInWords(until, now)}`}</p>
    </>
  );
}
