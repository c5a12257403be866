import * as words from "#words/admin-members";
import * as footballWords from "#words/football";
import type { PredictionConflict } from "../../../../backend/types/member-rows.ts";
import { matchLabel } from "../../../../football/time/club-day.ts";

// not a text: the accounts of a plan
const sides = ["keep", "remove"] as const;

interface Props {
  conflicts: readonly PredictionConflict[];
  /** The matches of which the closed account's prediction counts. */
  prefer: ReadonlySet<string>;
  onPrefer: (matchIds: readonly string[], isPreferred: boolean) => void;
}

/** The matches that both accounts have predicted, with the choice of one prediction of each. */
export function Conflicts({ conflicts, prefer, onPrefer }: Props) {
  if (conflicts.length === 0) return null;
  return (
    <section aria-labelledby="conflicts" className="prediction-conflicts">
      <h3 id="conflicts">{words.bothPredicted({ count: conflicts.length })}</h3>
      <p>{words.whichPredictionCounts}</p>
      {conflicts.length > 1 && (
        <p className="choose-all">
          {sides.map((side) => (
            <button
              key={side}
              type="button"
              className="btn"
              onClick={() =>
                onPrefer(
                  conflicts.map(({ match_id: id }) => id),
                  side === "remove",
                )
              }
            >
              {side === "keep" ? words.allFromKeptAccount : words.allFromClosedAccount}
            </button>
          ))}
        </p>
      )}
      <ul>
        {conflicts.map((conflict) => {
          const { match_id: id, match } = conflict;
          return (
            <li key={id}>
              <fieldset>
                <legend>{matchLabel(match)}</legend>
                {sides.map((side) => (
                  <label key={side} className="checkbox-field">
                    <input
                      type="radio"
                      name={`prediction-${id}`}
                      checked={prefer.has(id) === (side === "remove")}
                      onChange={() => onPrefer([id], side === "remove")}
                    />
                    <span>{predictionWords(conflict, side)}</span>
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
  const owner = side === "keep" ? words.keptAccount : words.closedAccount;
  const score = conflict[side];
  if (score === null) return words.hiddenUntilTheMatchLocks({ account: owner });
  const points = side === "keep" ? conflict.keep_points : conflict.remove_points;
  const earned = points === null ? "" : `, ${footballWords.countOfPoints({ count: points })}`;
  return `${owner}: ${score.replace("-", "–")}${earned}`;
}
