import * as words from "#words/admin-matches";
import { clubKickOff } from "../../../../../football/time/club-kick-off.ts";
import { ConfirmDialog } from "../../../../../ui/overlays/confirm-dialog.tsx";
import type { MatchFields } from "../match-rules.ts";

interface Props {
  fields: MatchFields;
  adding: boolean;
  onKeep: () => void;
  onConfirm: () => void;
}

/** Asks before a match gets a kick-off that has passed, because its predictions then lock at once. */
export function PastKickOffDialog({ fields, adding, onKeep, onConfirm }: Props) {
  const kickOff = { match_date: fields.date, match_time: fields.time, kickoff_confirmed: true };
  return (
    <ConfirmDialog
      open
      title={words.kickOffIsPast}
      keep={words.changeKickOff}
      confirm={adding ? words.addLockedMatch : words.lockMatch}
      pending={false}
      onKeep={onKeep}
      onConfirm={onConfirm}
    >
      <p>{words.effectsOfPastKickOff({ kickOff: clubKickOff(kickOff, 0) })}</p>
    </ConfirmDialog>
  );
}
