import { ArrowUpDown } from "lucide-react";
import { useState } from "react";
import * as words from "#words/admin";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type { DuplicateMatch, MatchPair } from "../../../../backend/types/import-rows.ts";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { LongOperation } from "../acts/long-operation.tsx";
import { useAdminMutation } from "../acts/use-admin-mutation.ts";
import { mergeMatches } from "./duplicate-mutations.ts";
import { staleAfterMerge } from "./duplicate-queries.ts";
import { effectsOf, matchFacts, matchName, swapped } from "./match-pairs.ts";

/** Merges the matches of these pairs after a question. Of one pair the organiser may keep the other match. */
export function MergeMatchesDialog({
  pairs: listed,
  onClose,
}: {
  pairs: readonly MatchPair[];
  onClose: () => void;
}) {
  const [isSwapped, setIsSwapped] = useState(false);
  const pairs = isSwapped ? listed.map(swapped) : listed;
  const [first] = pairs;
  const count = pairs.length;
  const merge = useAdminMutation(
    () => mergeMatches(pairs),
    { success: words.matchesMerged({ count }), failure: words.nothingWasMerged },
    { stale: staleAfterMerge, onDone: onClose, undoId: (id) => id },
  );
  if (!first) return null;
  const isOne = pairs.length === 1;
  return (
    <ConfirmDialog
      open
      title={
        isOne ? words.mergeMatchQuestion({ match: matchName(first.keep) }) : words.mergeAllQuestion({ count })
      }
      keep={isOne ? words.keepBoth : words.keepAll}
      confirm={
        merge.isPending ? words.merging : isOne ? words.mergeMatches : words.mergeCountOfMatches({ count })
      }
      pending={merge.isPending}
      error={merge.problem}
      onKeep={onClose}
      onConfirm={() => merge.mutate(undefined)}
    >
      {isOne && (
        <div className="merge-sides">
          <Side label={words.kept} match={first.keep} />
          <Side label={words.removed} match={first.remove} />
          <button type="button" className="btn secondary small" onClick={() => setIsSwapped(!isSwapped)}>
            <ArrowUpDown size={18} aria-hidden="true" />
            <span>{words.keepTheOtherOne}</span>
          </button>
        </div>
      )}
      <ul className="merge-effects">
        {effectsOf(pairs).map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <p>{words.undoHereOrInLog}</p>
      {merge.isPending && <LongOperation work={words.mergingMatches({ count })} />}
    </ConfirmDialog>
  );
}

function Side({ label, match }: { label: string; match: DuplicateMatch }) {
  return (
    <p>
      <b>{label}</b>
      <span>{matchName(match)}</span>
      <span>{matchFacts(match, new Date(serverNow()).getFullYear())}</span>
    </p>
  );
}
