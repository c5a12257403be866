import type { PredictionConflict } from "../../../../backend/types/member-rows.ts";
import { plural } from "../../../../ui/text/plural.ts";

interface Props {
  conflicts: readonly PredictionConflict[];
  /** The matches of which the closed account's prediction counts. */
  prefer: ReadonlySet<string>;
  onPrefer: (matchId: string, isPreferred: boolean) => void;
}

/** The matches that both accounts have predicted, with the choice of one prediction of each. */
export function Conflicts({ conflicts, prefer, onPrefer }: Props) {
  if (conflicts.length === 0) return null;
  return (
    <section aria-labelledby="conflicts" className="prediction-conflicts">
      <h3 id="conflicts">Both predicted {plural(conflicts.length, "match", "matches")}</h3>
      <p>The kept account's prediction counts, unless you choose the other one.</p>
      <ul>
        {conflicts.map((conflict) => {
          const { match_id: id, match } = conflict;
          return (
            <li key={id}>
              <fieldset>
                <legend>{match}</legend>
                {(["keep", "remove"] as const).map((side) => (
                  <label key={side} className="checkbox-field">
                    <input
                      type="radio"
                      name={`prediction of ${id}`}
                      checked={prefer.has(id) === (side === "remove")}
                      onChange={() => onPrefer(id, side === "remove")}
                    />
                    {predictionWords(conflict, side)}
                  </label>
                ))}
              </fieldset>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** "Kept account: 2–1, 3 points". Predictions of open matches are secret, for admins too. */
function predictionWords(conflict: PredictionConflict, side: "keep" | "remove"): string {
  const owner = side === "keep" ? "Kept account" : "Closed account";
  const score = conflict[side];
  if (score === null) return `${owner}: hidden until the match locks`;
  const points = side === "keep" ? conflict.keep_points : conflict.remove_points;
  const earned = points === null ? "" : `, ${plural(points, "point")}`;
  return `${owner}: ${score.replace("-", "–")}${earned}`;
}
