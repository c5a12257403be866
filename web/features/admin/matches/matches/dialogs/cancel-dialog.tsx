import * as words from "#words/admin-matches";
import { clubName } from "../../../../../../supabase/functions/_football/club-name.ts";
import type { MatchRow } from "../../../../../backend/types/rows.ts";
import { ConfirmDialog } from "../../../../../ui/overlays/confirm-dialog.tsx";
import { cancelMatch } from "../match-mutations.ts";
import { useMatchMutation } from "../use-match-mutation.ts";

export function CancelDialog({ match, onClose }: { match: MatchRow; onClose: () => void }) {
  const cancel = useMatchMutation(
    () => cancelMatch(match),
    { success: words.matchCancelled, failure: words.failedToCancelMatch },
    onClose,
  );
  return (
    <ConfirmDialog
      open
      title={words.cancelQuestion({
        home: clubName(match.home_team_name),
        away: clubName(match.away_team_name),
      })}
      keep={words.keepMatch}
      confirm={words.cancelMatch}
      pending={cancel.isPending}
      error={cancel.problem}
      onKeep={onClose}
      onConfirm={() => cancel.mutate(undefined)}
    >
      <p>
        {`${words.noPointsAreGiven} ${match.predictions_count > 0 ? `${words.thePredictionsAreKept} ` : ""}${words.undoOrReopenLater}`}
      </p>
    </ConfirmDialog>
  );
}
