import { clubName } from "../../../../../supabase/functions/_football/club-name.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { cancelMatch } from "./match-mutations.ts";
import { useMatchMutation } from "./use-match-mutation.ts";

export function CancelDialog({ match, onClose }: { match: MatchRow; onClose: () => void }) {
  const cancel = useMatchMutation(
    () => cancelMatch(match),
    { success: "Match cancelled", failure: "Failed to cancel match" },
    onClose,
  );
  return (
    <ConfirmDialog
      open
      title={`Cancel ${clubName(match.home_team_name)} v ${clubName(match.away_team_name)}?`}
      keep="Keep match"
      confirm="Cancel Match"
      pending={cancel.isPending}
      error={cancel.problem}
      onKeep={onClose}
      onConfirm={() => cancel.mutate(undefined)}
    >
      <p>
        No points are given for it. {match.predictions_count > 0 && "The predictions are kept. "}
        You can undo this for 30 seconds, or reopen the match later.
      </p>
    </ConfirmDialog>
  );
}
