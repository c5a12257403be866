import * as words from "#words/admin-matches";
import type { MatchRow } from "../../../../../backend/types/rows.ts";
import { ConfirmDialog } from "../../../../../ui/overlays/confirm-dialog.tsx";
import { LongOperation } from "../../../shared/acts/long-operation.tsx";
import { deleteMatches } from "../match-mutations.ts";
import { useMatchMutation } from "../use-match-mutation.ts";

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
  const count = matches.length;
  const predictions = matches.reduce((sum, match) => sum + match.predictions_count, 0);
  const withScore = matches.filter(({ status }) => status === "completed").length;
  const remove = useMatchMutation(
    () => deleteMatches(matches),
    { success: words.matchesDeleted({ count }), failure: words.noMatchWasDeleted },
    () => {
      onDeleted();
      onClose();
    },
  );
  return (
    <ConfirmDialog
      open
      title={words.deleteMatchesQuestion({ count })}
      keep={words.keepMatches({ count })}
      confirm={words.deleteMatches({ count })}
      pending={remove.isPending}
      error={remove.problem}
      onKeep={onClose}
      onConfirm={() => remove.mutate(undefined)}
    >
      <p>{words.undoOrLose}</p>
      <div className="loss-list">
        <b>{count}</b>
        <span>
          {withScore > 0 ? words.matchesWithAScore({ count, withScore }) : words.matches({ count })}
        </span>
        <b>{predictions}</b>
        <span>
          {withScore > 0
            ? words.predictionsWithPoints({ count: predictions })
            : words.predictions({ count: predictions })}
        </span>
      </div>
      {remove.isPending && <LongOperation work={words.deletingMatches({ count })} />}
    </ConfirmDialog>
  );
}
