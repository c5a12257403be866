import { DoubleMark } from "../doubles/double-mark.tsx";
import type { Prediction } from "../rules/points.ts";

/** An official score on two split tiles. An unknown score shows dashes. */
export function OfficialScore({ home, away }: { home: number | null; away: number | null }) {
  return (
    <div className="scoreline">
      <span className="digit-tile score-tile">{home ?? "–"}</span>
      <i aria-hidden="true">–</i>
      <span className="digit-tile score-tile">{away ?? "–"}</span>
    </div>
  );
}

/** A player's own prediction on two paper tiles. */
export function PredictionTiles({ home, away }: { home: number | null; away: number | null }) {
  return (
    <div className="scoreline">
      <span className="prediction-tile">{home ?? "–"}</span>
      <i aria-hidden="true">–</i>
      <span className="prediction-tile">{away ?? "–"}</span>
    </div>
  );
}

/** The prediction in a line of text, with the mark of a double. */
export function PredictionChip({ home, away, isDouble }: Prediction) {
  return (
    <>
      <span className="prediction-chip">{`${home}–${away}`}</span>
      {isDouble && <DoubleMark />}
    </>
  );
}

/** An official number, one tile for each character. Hidden from screen readers: the words beside it have the number. */
export function Flaps({ value, className }: { value: number | string; className: string }) {
  return (
    <span className={className} aria-hidden="true">
      {[...String(value)].map((character, at) => (
        <b className="digit-tile" key={at}>
          {character}
        </b>
      ))}
    </span>
  );
}
