import { Clock } from "lucide-react";
import { clubName } from "../../../supabase/functions/_football/club-name.ts";
import type { MatchRow, PredictionRow } from "../../backend/types/rows.ts";
import { kickOff } from "../../football/time/kick-off.ts";

interface Props {
  round: readonly MatchRow[];
  predictions: ReadonlyMap<string, PredictionRow>;
  now: number;
}

/** How many matches of the coming round are predicted, and which locks next. Sticks to the top while scrolling. */
export function RoundStrip({ round, predictions, now }: Props) {
  const [first] = round;
  if (!first) return null;
  const predicted = round.filter(({ id }) => predictions.has(id)).length;
  return (
    <div className="round-strip">
      <div>
        <span className="match-marks" aria-hidden="true">
          {round.slice(0, 20).map(({ id }, at) => (
            <i key={id} className={at < predicted ? "" : "open"} />
          ))}
        </span>
        <p role="status">
          {predicted} of {round.length} picked
        </p>
      </div>
      <span className="note">
        <Clock aria-hidden="true" />
        <span>
          Next lock {kickOff(first.locks_at, now).replace("Today ", "")}, {clubName(first.home_team_name)} v{" "}
          {clubName(first.away_team_name)}
        </span>
      </span>
    </div>
  );
}
