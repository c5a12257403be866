import { useQuery } from "@tanstack/react-query";
import { clubName } from "../../../../../supabase/functions/_football/club-name.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { voidMatch } from "./match-mutations.ts";
import { membersWithPoints } from "./match-queries.ts";
import { voidingEffects } from "./match-rules.ts";
import { useMatchMutation } from "./use-match-mutation.ts";

/** Voids the result of a completed match: says whose points that takes back, and who is told. */
export function VoidDialog({ match, onClose }: { match: MatchRow; onClose: () => void }) {
  const scoring = useQuery(membersWithPoints(match.id)).data;
  const change = useMatchMutation(
    () => voidMatch(match),
    { success: "Match voided", failure: "Failed to void match" },
    onClose,
  );
  return (
    <ConfirmDialog
      open
      title={`Void ${clubName(match.home_team_name)} v ${clubName(match.away_team_name)}?`}
      keep="Keep result"
      confirm="Void match"
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
      <p>You can undo this for 30 seconds, or reopen the match later.</p>
    </ConfirmDialog>
  );
}
