import type { MatchRow } from "../../../../backend/types/rows.ts";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { plural, wordFor } from "../../../../ui/text/plural.ts";
import { LongOperation } from "../../shared/mutations/long-operation.tsx";
import { deleteMatches } from "./match-mutations.ts";
import { useMatchMutation } from "./use-match-mutation.ts";

/** Deletes the selected matches in one act after a question. `onDeleted` is called only if that worked. */
export function DeleteSeveralDialog({
  matches,
  onClose,
  onDeleted,
}: {
  matches: readonly MatchRow[];
  onClose: () => void;
  onDeleted: () => void;
}) {
  const count = plural(matches.length, "match", "matches");
  const predictions = matches.reduce((sum, match) => sum + match.predictions_count, 0);
  const withScore = matches.filter(({ status }) => status === "completed").length;
  const remove = useMatchMutation(
    () => deleteMatches(matches),
    { success: `${count} deleted`, failure: "No match was deleted. Please try again." },
    () => {
      onDeleted();
      onClose();
    },
  );
  return (
    <ConfirmDialog
      open
      title={`Delete ${count}?`}
      keep={wordFor(matches.length, "Keep match", "Keep matches")}
      confirm={`Delete ${count}`}
      pending={remove.isPending}
      error={remove.problem}
      onKeep={onClose}
      onConfirm={() => remove.mutate(undefined)}
    >
      <p>You can undo this for 30 seconds. Then this is lost:</p>
      <div className="loss-list">
        <b>{matches.length}</b>
        <span>
          {wordFor(matches.length, "match", "matches")}
          {withScore > 0 ? `, ${withScore} of them with a score` : ""}
        </span>
        <b>{predictions}</b>
        <span>
          {wordFor(predictions, "prediction")}
          {withScore > 0 ? " with the points they earned" : ""}
        </span>
      </div>
      {remove.isPending && <LongOperation work={`Deleting ${count}.`} />}
    </ConfirmDialog>
  );
}
