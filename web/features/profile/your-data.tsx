import { Download, LogOut, Trash2 } from "lucide-react";
import { useState } from "react";
import * as words from "#words/profile";
import { messageFor } from "../../backend/connection/error-messages.ts";
import { useAct } from "../../backend/queries/use-act.ts";
import { toast } from "../../ui/overlays/toast.ts";
import { download } from "../../ui/text/download.ts";
import { myData, signOutOthers } from "./account-actions.ts";
import { DeleteDialog } from "./delete-dialog.tsx";

/** Signs out other devices, downloads the player's data, and deletes the account. */
export function YourData({ userId }: { userId: string }) {
  const [deleting, setDeleting] = useState(false);
  const devices = useAct({
    act: signOutOthers,
    onSuccess: () => toast.success(words.signedOutElsewhere),
    onError: showProblem,
  });
  const copy = useAct({
    act: myData,
    onSuccess: (data) => download("scoreline-my-data.json", "application/json", data),
    onError: showProblem,
  });
  return (
    <section aria-labelledby="your-data">
      <div className="section-head">
        <h2 id="your-data">{words.devicesAndData}</h2>
      </div>
      <ul className="data-actions">
        <li>
          <p>
            <b>{words.otherDevices}</b>
            <span>{words.otherDevicesHint}</span>
          </p>
          <button
            type="button"
            className="btn secondary small"
            aria-disabled={devices.isPending}
            onClick={() => devices.mutate()}
          >
            <LogOut size={16} aria-hidden="true" />
            <span>{words.signOutOtherDevices}</span>
          </button>
        </li>
        <li>
          <p>
            <b>{words.aCopyOfYourData}</b>
            <span>{words.copyOfDataHint}</span>
          </p>
          <button
            type="button"
            className="btn secondary small"
            aria-disabled={copy.isPending}
            onClick={() => copy.mutate()}
          >
            <Download size={16} aria-hidden="true" />
            <span>{words.downloadMyData}</span>
          </button>
        </li>
        <li>
          <p>
            <b>{words.leaveTheClub}</b>
            <span>{words.leaveTheClubHint}</span>
          </p>
          <button type="button" className="btn danger small" onClick={() => setDeleting(true)}>
            <Trash2 size={16} aria-hidden="true" />
            <span>{words.deleteMyAccount}</span>
          </button>
        </li>
      </ul>
      <DeleteDialog userId={userId} open={deleting} onClose={() => setDeleting(false)} />
    </section>
  );
}

function showProblem(error: Error): void {
  toast.error(messageFor(error));
}
