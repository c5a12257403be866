import { useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import * as words from "#words/admin-matches";
import { messageFor } from "../../../../backend/connection/error-messages.ts";
import { providerSubject, syncLiveScores } from "../../../../backend/queries/live-score-provider.ts";
import { useAct } from "../../../../backend/queries/use-act.ts";
import { jobSentences } from "../../../../backend/sentences/job-sentences.ts";
import { sentenceOf } from "../../../../backend/sentences/sentence.ts";
import { showToast, toast } from "../../../../ui/overlays/toast.ts";

/** Polls the live-score provider now, and shows in a toast what the server says. */
export function SyncButton() {
  const queries = useQueryClient();
  const sync = useAct({
    act: syncLiveScores,
    onSuccess: ({ success, message, facts }) =>
      showToast({ kind: success ? "success" : "error", message: sentenceOf(jobSentences, facts) ?? message }),
    onError: (error) => void toast.error(messageFor(error, "admin")),
    onSettled: () => void queries.invalidateQueries({ queryKey: [providerSubject] }),
  });
  return (
    <button
      type="button"
      className="btn secondary"
      aria-disabled={sync.isPending}
      onClick={() => sync.mutate()}
    >
      <RefreshCw size={18} aria-hidden="true" className={sync.isPending ? "spin" : ""} />
      <span>{words.syncNow}</span>
    </button>
  );
}
