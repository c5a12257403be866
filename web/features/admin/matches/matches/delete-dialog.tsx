import { clubName } from "../../../../../supabase/functions/_football/club-name.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { wordFor } from "../../../../ui/text/plural.ts";
import { deleteMatch } from "./match-mutations.ts";
import { useMatchMutation } from "./use-match-mutation.ts";

export function DeleteDialog({ match, onClose }: { match: MatchRow; onClose: () => void }) {
  const remove = useMatchMutation(
    () => deleteMatch(match),
    { success: "Match deleted", failure: "Failed to remove match and predictions" },
    onClose,
  );
  const count = match.predictions_count;
  return (
    <ConfirmDialog
      open
      title={`Delete ${clubName(match.home_team_name)} v ${clubName(match.away_team_name)}?`}
      keep="Keep match"
      confirm="Delete match"
      pending={remove.isPending}
      error={remove.problem}
      onKeep={onClose}
      onConfirm={() => remove.mutate(undefined)}
    >
      <p>You can undo this for 30 seconds. Then this is lost:</p>
      <div className="loss-list">
        <b>1</b>
        <span>{match.status === "completed" ? "match with its score" : "match"}</span>
        <b>{count}</b>
        <span>
          {wordFor(count, "prediction")}
          {match.status === "completed" ? " with the points they earned" : ""}
        </span>
      </div>
    </ConfirmDialog>
  );
}
