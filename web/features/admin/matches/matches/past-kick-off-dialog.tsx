import { clubKickOff } from "../../../../football/time/club-kick-off.ts";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import type { MatchFields } from "./match-rules.ts";

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
      title="This kick-off is in the past"
      keep="Change kick-off"
      confirm={adding ? "Add locked match" : "Lock match"}
      pending={false}
      onKeep={onKeep}
      onConfirm={onConfirm}
    >
      <p>
        {clubKickOff(kickOff, 0)} (club time) has passed. Predictions lock at once, and the match waits for
        its result. Nobody can predict it unless you reopen it.
      </p>
    </ConfirmDialog>
  );
}
