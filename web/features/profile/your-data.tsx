import { Download, LogOut, Trash2 } from "lucide-react";
import { useState } from "react";
import * as words from "#words/profile";
import { messageFor } from "../../backend/connection/error-messages.ts";
import { useSingleRun } from "../../browser/use-single-run.ts";
import { toast } from "../../ui/overlays/toast.ts";
import { download } from "../../ui/text/download.ts";
import { myData, signOutOthers } from "./account-actions.ts";
import { DeleteDialog } from "./delete-dialog.tsx";

/** Signs out other devices, downloads the player's data, and deletes the account. */
export function YourData({ userId }: { userId: string }) {
  const [deleting, setDeleting] = useState(false);
  const devices = useSingleRun(() =>
    signOutOthers().then(() => toast.success(words.signedOutElsewhere), showProblem),
  );
  const copy = useSingleRun(() =>
    myData().then((data) => download("scoreline-my-data.json", "application/json", data), showProblem),
  );
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
            aria-disabled={devices.pending}
            onClick={devices.run}
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
            aria-disabled={copy.pending}
            onClick={copy.run}
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

function showProblem(error: unknown): void {
  toast.error(messageFor(error));
}
