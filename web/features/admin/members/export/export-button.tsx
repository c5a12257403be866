import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-members";
import * as footballWords from "#words/football";
import { savedSettings, settingKeys } from "../../../../backend/queries/settings.ts";
import { flagIn } from "../../../../football/rules/club-settings.ts";
import { useSession } from "../../../../session/session-store.ts";
import { DownloadButton } from "../../../../ui/forms/download-button.tsx";
import { toast } from "../../../../ui/overlays/toast.ts";
import { download } from "../../../../ui/text/download.ts";
import { allPlayers } from "./export-queries.ts";
import "./export-button.css";

const head = [
  footballWords.rank,
  words.name,
  words.email,
  words.phone,
  words.predictions,
  footballWords.points,
  words.perfectScores,
  words.accuracyInPercent,
  words.joined,
];

/** Downloads all users with their figures as a CSV file, which the browser creates, and shows how many it has. */
export function ExportButton() {
  const { user } = useSession();
  const settings = useQuery(savedSettings(user?.id ?? null)).data;
  const hasPerMatch = flagIn(settings?.get(settingKeys.pointsPerMatch), false);
  const [progress, setProgress] = useState<{ loaded: number; all: number } | null>(null);
  const save = async () => {
    try {
      const { csvLines, csvOf } = await import("../../../../ui/text/csv.ts");
      // The browser keeps blobs outside the memory of the page.
      const heads = hasPerMatch ? [...head, footballWords.pointsPerMatchSinceJoining] : head;
      const parts = [new Blob([csvOf(heads, [])])];
      let loaded = 0;
      let all = 0;
      for await (const page of allPlayers()) {
        const lines = page.map((row) => [
          row.rank,
          row.full_name,
          row.email,
          row.phone_number,
          row.predictions,
          row.points,
          row.perfect_scores,
          row.accuracy,
          row.joined_at,
          ...(hasPerMatch ? [row.points_per_match] : []),
        ]);
        parts.push(new Blob([csvLines(lines)]));
        loaded += page.length;
        all = Math.max(loaded, page[0]?.total_count ?? all);
        setProgress({ loaded, all });
      }
      download("scoreline-users.csv", "text/csv;charset=utf-8", ...parts);
      toast.success(words.userDataExportedSuccessfully);
    } catch {
      toast.error(words.failedToExportData);
    } finally {
      setProgress(null);
    }
  };
  return (
    <div className="export-button">
      {progress && (
        <progress value={progress.loaded} max={Math.max(1, progress.all)} aria-label={words.usersExported} />
      )}
      <DownloadButton save={save}>{words.exportData}</DownloadButton>
    </div>
  );
}
