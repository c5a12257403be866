import * as words from "#words/admin-members";
import type { MovePlanRow } from "../../../../backend/types/member-rows.ts";
import type { Counts } from "./moving-in-queries.ts";

interface Props {
  line: MovePlanRow["lines"][number];
  chosen: Counts | undefined;
  onChoose: (counts: Counts | null) => void;
}

/** What a member's picks earn here and what the other pool says, and which of both counts if they differ. */
export function PicksCompared({ line: { name, picks, points }, chosen, onChoose }: Props) {
  if (!picks) return null;
  const { entered, kept, ours, carried } = picks;
  const said = [
    words.picksEarn({ entered, ours }),
    kept > 0 && words.predictionsKept({ kept }),
    carried > 0 && words.pointsAreCarried({ carried }),
  ].filter(Boolean);
  const difference = (points ?? ours) - ours;
  return (
    <div className="picks-compared">
      <small>{said.join(" ")}</small>
      {difference !== 0 && (
        <span className="field">
          <select
            aria-label={words.whatCountsFor({ name: name ?? "" })}
            value={chosen ?? ""}
            onChange={({ target }) => onChoose(target.value === "" ? null : (target.value as Counts))}
          >
            <option value="" disabled={difference < 0}>
              {difference > 0 ? words.picksAndDifference({ difference }) : words.chooseWhatCounts}
            </option>
            <option value="ours">{words.picksOnly({ ours })}</option>
            {difference < 0 && <option value="total">{words.totalOnly({ points: points ?? 0 })}</option>}
          </select>
        </span>
      )}
    </div>
  );
}
