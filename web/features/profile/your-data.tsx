import { Download, LogOut, Trash2 } from "lucide-react";
import { useState } from "react";
import { messageFor } from "../../backend/connection/error-messages.ts";
import { toast } from "../../ui/overlays/toast.ts";
import { download } from "../../ui/text/download.ts";
import { myData, signOutOthers } from "./account-actions.ts";
import { DeleteDialog } from "./delete-dialog.tsx";

/** Signs out other devices, downloads the player's data, and deletes the account. */
export function YourData({ userId }: { userId: string }) {
  const [pending, setPending] = useState<"devices" | "data" | null>(null);
  const [deleting, setDeleting] = useState(false);
  const attempt = async (task: "devices" | "data", run: () => Promise<void>) => {
    if (pending) return;
    setPending(task);
    try {
      await run();
    } catch (error) {
      toast.error(messageFor(error));
    } finally {
      setPending(null);
    }
  };
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
            aria-disabled={pending === "devices"}
            onClick={() =>
              void attempt("devices", async () => {
                await signOutOthers();
                toast.success("Signed out on your other devices");
              })
            }
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
            aria-disabled={pending === "data"}
            onClick={() =>
              void attempt("data", async () =>
                download("scoreline-my-data.json", "application/json", await myData()),
              )
            }
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
