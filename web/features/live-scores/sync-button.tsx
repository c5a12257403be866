import { useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { messageFor } from "../../backend/connection/error-messages.ts";
import { providerSubject, syncLiveScores } from "../../backend/queries/live-score-provider.ts";
import { showToast, toast } from "../../ui/overlays/toast.ts";

/** Polls the live-score provider now, and shows the server's message in a toast. */
export function SyncButton() {
  const queries = useQueryClient();
  const [pending, setPending] = useState(false);
  const sync = async () => {
    setPending(true);
    try {
      const { success, message } = await syncLiveScores();
      showToast({ kind: success ? "success" : "error", message });
    } catch (error) {
      toast.error(messageFor(error, "admin"));
    } finally {
      setPending(false);
      void queries.invalidateQueries({ queryKey: [providerSubject] });
    }
  };
  return (
    <button
      type="button"
      className="btn secondary"
      aria-disabled={pending}
      onClick={() => !pending && void sync()}
    >
      <RefreshCw size={18} aria-hidden="true" className={pending ? "spin" : ""} />
      Sync now
    </button>
  );
}
