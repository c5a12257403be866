import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { LeaderboardArchiveRow } from "../../../../backend/types/rows.ts";
import { CompetitionBadge } from "../../../../football/components/competition-badge.tsx";
import { clubDate } from "../../../../football/time/club-day.ts";
import { pathOf, paths } from "../../../../paths.ts";
import { LoadMoreButton } from "../../../../ui/loading/load-more-button.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { plural } from "../../../../ui/text/plural.ts";
import { DeleteArchiveDialog } from "../../shared/archives/delete-archive-dialog.tsx";
import { useAdminMutation } from "../../shared/mutations/use-admin-mutation.ts";
import { ArchiveForm } from "./archive-form.tsx";
import { deleteArchive, latestArchives, retakeSnapshot } from "./archive-queries.ts";

export { ArchivesPanel as Component };

/** Leaderboard archives: create one of a period, save its leaderboard again, delete it. */
function ArchivesPanel() {
  const archives = useInfiniteQuery(latestArchives);
  const [deleting, setDeleting] = useState<LeaderboardArchiveRow | null>(null);
  const [retaking, setRetaking] = useState<LeaderboardArchiveRow | null>(null);
  return (
    <section aria-labelledby="archives">
      <div className="section-head">
        <h2 id="archives">Leaderboard Archives</h2>
        <p>Visible to everyone</p>
      </div>
      <div className="form-and-results">
        <ArchiveForm />
        <div>
          <QueryView
            query={archives}
            failed="Failed to load archives"
            loading={{ count: 4, height: 72, label: "Loading archives" }}
            empty={{ title: "No archives yet", text: "Save the table of a month or a season." }}
          >
            {({ pages }) => (
              <ul className="record-list">
                {pages.flat().map((archive) => (
                  <ArchiveRow
                    key={archive.id}
                    archive={archive}
                    onRetake={() => setRetaking(archive)}
                    onDelete={() => setDeleting(archive)}
                  />
                ))}
              </ul>
            )}
          </QueryView>
          <LoadMoreButton query={archives} className="btn secondary load-more">
            Older archives
          </LoadMoreButton>
        </div>
      </div>
      {retaking && <RetakeSnapshot archive={retaking} onClose={() => setRetaking(null)} />}
      {deleting && <DeleteArchive archive={deleting} onClose={() => setDeleting(null)} />}
    </section>
  );
}

interface ArchiveRowProps {
  archive: LeaderboardArchiveRow;
  onRetake: () => void;
  onDelete: () => void;
}

function ArchiveRow({ archive, onRetake, onDelete }: ArchiveRowProps) {
  return (
    <li>
      <div>
        <CompetitionBadge name={archive.league} />
        <Link to={pathOf(paths.archive, archive.id)}>{archive.name}</Link>
        <span>
          {clubDate(archive.start_date)} to {clubDate(archive.end_date)}
        </span>
      </div>
      <div className="row-actions">
        <button
          type="button"
          className="btn secondary small"
          aria-label={`Save the table of ${archive.name} again`}
          onClick={onRetake}
        >
          Save again
        </button>
        <button
          type="button"
          className="btn secondary small"
          aria-label={`Delete ${archive.name}`}
          onClick={onDelete}
        >
          Delete
        </button>
      </div>
    </li>
  );
}

function RetakeSnapshot({ archive, onClose }: { archive: LeaderboardArchiveRow; onClose: () => void }) {
  const retake = useAdminMutation(
    () => retakeSnapshot(archive),
    {
      success: (players) => `Table saved again: ${plural(players, "player")}`,
      failure: "Failed to save leaderboard snapshot",
    },
    { stale: [subject.archives], onDone: onClose },
  );
  return (
    <ConfirmDialog
      open
      title={`Save the table of ${archive.name} again?`}
      keep="Keep saved table"
      confirm="Save again"
      pending={retake.isPending}
      error={retake.problem}
      onKeep={onClose}
      onConfirm={() => retake.mutate(undefined)}
    >
      <p>
        The saved table is replaced by one calculated from today's predictions. Deleted players and cleared
        points will be missing from it.
      </p>
    </ConfirmDialog>
  );
}

function DeleteArchive({ archive, onClose }: { archive: LeaderboardArchiveRow; onClose: () => void }) {
  const remove = useAdminMutation(
    () => deleteArchive(archive),
    { success: "Archive deleted successfully", failure: "Failed to delete archive" },
    { stale: [subject.archives], onDone: onClose },
  );
  return (
    <DeleteArchiveDialog name={archive.name} removal={remove} onClose={onClose}>
      <p>
        The saved table is deleted too. You can create it again while its predictions exist, but the names of
        deleted players cannot be restored.
      </p>
    </DeleteArchiveDialog>
  );
}
