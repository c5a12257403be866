import * as words from "#words/admin-matches";
import { clubName } from "../../../../../../supabase/functions/_football/club-name.ts";
import type { MatchRow } from "../../../../../backend/types/rows.ts";
import { ConfirmDialog } from "../../../../../ui/overlays/confirm-dialog.tsx";
import { deleteMatch } from "../match-mutations.ts";
import { useMatchMutation } from "../use-match-mutation.ts";

export function DeleteDialog({ match, onClose }: { match: MatchRow; onClose: () => void }) {
  const remove = useMatchMutation(
    () => deleteMatch(match),
    { success: words.matchDeleted, failure: words.failedToDeleteMatch },
    onClose,
  );
  const count = match.predictions_count;
  return (
    <ConfirmDialog
      open
      title={words.deleteMatchQuestion({
        home: clubName(match.home_team_name),
        away: clubName(match.away_team_name),
      })}
      keep={words.keepMatch}
      confirm={words.deleteMatch}
      pending={remove.isPending}
      error={remove.problem}
      onKeep={onClose}
      onConfirm={() => remove.mutate(undefined)}
    >
      <p>{words.undoOrLose}</p>
      <div className="loss-list">
        <b>1</b>
        <span>{match.status === "completed" ? words.matchWithItsScore : words.match}</span>
        <b>{count}</b>
        <span>
          {match.status === "completed"
            ? words.predictionsWithPoints({ count })
            : words.predictions({ count })}
        </span>
      </div>
    </ConfirmDialog>
  );
}
