import { DownloadButton } from "../../../ui/forms/download-button.tsx";
import { toast } from "../../../ui/overlays/toast.ts";
import { download } from "../../../ui/text/download.ts";
import { allPlayers } from "./player-queries.ts";

const head = [
  "Rank",
  "Name",
  "Email",
  "Phone",
  "Predictions",
  "Points",
  "Perfect scores",
  "Accuracy %",
  "Joined",
];

/** Downloads all users with their figures as a CSV file, which the browser creates. */
export function ExportButton() {
  const save = async () => {
    try {
      const [rows, { csvOf }] = await Promise.all([allPlayers(), import("../../../ui/text/csv.ts")]);
      const lines = rows.map((row) => [
        row.rank,
        row.full_name,
        row.email,
        row.phone_number,
        row.predictions,
        row.points,
        row.perfect_scores,
        row.accuracy,
        row.joined_at,
      ]);
      download("scoreline-users.csv", "text/csv;charset=utf-8", csvOf(head, lines));
      toast.success("User data exported successfully");
    } catch {
      toast.error("Failed to export data");
    }
  };
  return <DownloadButton save={save}>Export Data</DownloadButton>;
}
