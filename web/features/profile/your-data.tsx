import { Download, LogOut, Trash2 } from "lucide-react";
import { useState } from "react";
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
    signOutOthers().then(() => toast.success("Signed out on your other devices"), showProblem),
  );
  const copy = useSingleRun(() =>
    myData().then((data) => download("scoreline-my-data.json", "application/json", data), showProblem),
  );
  return (
    <section aria-labelledby="your-data">
      <div className="section-head">
        <h2 id="your-data">Devices and data</h2>
      </div>
      <ul className="data-actions">
        <li>
          <p>
            <b>Other devices</b>
            Signs you out everywhere except on this device.
          </p>
          <button
            type="button"
            className="btn secondary small"
            aria-disabled={devices.pending}
            onClick={devices.run}
          >
            <LogOut size={16} aria-hidden="true" />
            Sign out other devices
          </button>
        </li>
        <li>
          <p>
            <b>A copy of your data</b>
            Your account, picks with every change, subscriptions and notifications, in one JSON file.
          </p>
          <button
            type="button"
            className="btn secondary small"
            aria-disabled={copy.pending}
            onClick={copy.run}
          >
            <Download size={16} aria-hidden="true" />
            Download my data
          </button>
        </li>
        <li>
          <p>
            <b>Leave the club</b>
            Permanently deletes your account and picks. Archived tables keep your name.
          </p>
          <button type="button" className="btn danger small" onClick={() => setDeleting(true)}>
            <Trash2 size={16} aria-hidden="true" />
            Delete my account
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
