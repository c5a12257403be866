import { useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import * as words from "#words/admin-matches";
import { messageFor } from "../../../../backend/connection/error-messages.ts";
import { providerSubject, syncLiveScores } from "../../../../backend/queries/live-score-provider.ts";
import { jobSentences } from "../../../../backend/sentences/job-sentences.ts";
import { sentenceOf } from "../../../../backend/sentences/sentence.ts";
import { useSingleRun } from "../../../../browser/use-single-run.ts";
import { showToast, toast } from "../../../../ui/overlays/toast.ts";

/** Polls the live-score provider now, and shows in a toast what the server says. */
export function SyncButton() {
  const queries = useQueryClient();
  const { pending, run } = useSingleRun(async () => {
    try {
      const { success, message, facts } = await syncLiveScores();
      showToast({ kind: success ? "success" : "error", message: sentenceOf(jobSentences, facts) ?? message });
    } catch (error) {
      toast.error(messageFor(error, "admin"));
    } finally {
      void queries.invalidateQueries({ queryKey: [providerSubject] });
    }
  });
  return (
    <button type="button" className="btn secondary" aria-disabled={pending} onClick={run}>
      <RefreshCw size={18} aria-hidden="true" className={pending ? "spin" : ""} />
      <span>{words.syncNow}</span>
    </button>
  );
}
