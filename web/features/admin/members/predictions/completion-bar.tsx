import * as words from "#words/admin-members";
import type { AdminPlayerRow } from "../../../../backend/types/admin-rows.ts";
import { memberName } from "../list/member-name.ts";

/** How many open matches a member has predicted, without the predictions, which are secret until the lock. */
export function CompletionBar({ row }: { row: AdminPlayerRow }) {
  // Rows without counts are shown until those with counts are loaded.
  if (row.predictions_made === null || row.total_upcoming === null) return null;
  if (row.total_upcoming === 0) return <span className="faint">{words.nothingToPredict}</span>;
  return (
    <span className="completion">
      <progress
        value={row.predictions_made}
        max={row.total_upcoming}
        aria-label={words.predictionsOf({ name: memberName(row) })}
      />
      <span>
        {words.predictedOfUpcoming({ predicted: row.predictions_made, upcoming: row.total_upcoming })}
      </span>
    </span>
  );
}
