import { useQuery } from "@tanstack/react-query";
import * as words from "#words/admin-matches";
import { clubName } from "../../../../../../supabase/functions/_football/club-name.ts";
import type { MatchRow } from "../../../../../backend/types/rows.ts";
import { ConfirmDialog } from "../../../../../ui/overlays/confirm-dialog.tsx";
import { voidMatch } from "../match-mutations.ts";
import { membersWithPoints } from "../match-queries.ts";
import { voidingEffects } from "../match-rules.ts";
import { useMatchMutation } from "../use-match-mutation.ts";

/** Voids the result of a completed match: says whose points that takes back, and who is told. */
export function VoidDialog({ match, onClose }: { match: MatchRow; onClose: () => void }) {
  const scoring = useQuery(membersWithPoints(match.id)).data;
  const change = useMatchMutation(
    () => voidMatch(match),
    { success: words.matchVoided, failure: words.failedToVoidMatch },
    onClose,
  );
  return (
    <ConfirmDialog
      open
      title={words.voidQuestion({
        home: clubName(match.home_team_name),
        away: clubName(match.away_team_name),
      })}
      keep={words.keepResult}
      confirm={words.voidMatch}
      pending={change.isPending}
      error={change.problem}
      onKeep={onClose}
      onConfirm={() => change.mutate(undefined)}
    >
      <ul className="effects">
        {voidingEffects(match, scoring).map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <p>{words.undoOrReopenLater}</p>
    </ConfirmDialog>
  );
}
