import { Clock } from "lucide-react";
import * as words from "#words/matches";
import { clubName } from "../../../supabase/functions/_football/club-name.ts";
import type { MatchRow, PredictionRow } from "../../backend/types/rows.ts";
import { callToPredict } from "../../football/time/call-to-predict.ts";
import { clockTime, isToday, kickOffInSentence } from "../../football/time/kick-off.ts";
import { paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";

interface Props {
  round: readonly MatchRow[];
  predictions: ReadonlyMap<string, PredictionRow>;
  now: number;
  /** The chosen competition's id; null for all. */
  competition: string | null;
}

/** How many matches of the coming round are predicted, and which locks next. Sticks to the top while scrolling. */
export function RoundStrip({ round, predictions, now, competition }: Props) {
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
        <p role="status">{words.predictedOfRound({ predicted, total: round.length })}</p>
      </div>
      {predicted < round.length && (
        <Link
          className="btn small"
          to={competition ? `${paths.round}?competition=${competition}` : paths.round}
        >
          {callToPredict(round.length, predicted)}
        </Link>
      )}
      <span className="note">
        <Clock aria-hidden="true" />
        <span>
          {words.nextLock({
            time: isToday(first.locks_at, now)
              ? clockTime(first.locks_at)
              : kickOffInSentence(first.locks_at, now),
            home: clubName(first.home_team_name),
            away: clubName(first.away_team_name),
          })}
        </span>
      </span>
    </div>
  );
}
