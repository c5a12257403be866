import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-club";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { LeaderboardArchiveRow } from "../../../../backend/types/rows.ts";
import { CompetitionBadge } from "../../../../football/components/competition-badge.tsx";
import { clubDate } from "../../../../football/time/club-day.ts";
import { pathOf, paths } from "../../../../paths.ts";
import { Link } from "../../../../routing/link.tsx";
import { LoadMoreButton } from "../../../../ui/loading/load-more-button.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { DeleteArchiveDialog } from "../../shared/archives/delete-archive-dialog.tsx";
import { latestUndo } from "../../shared/undo/undo.ts";
import { ArchiveForm } from "./archive-form.tsx";
import { deleteArchive, retakeSnapshot } from "./archive-mutations.ts";
import { latestArchives } from "./archive-queries.ts";

export { ArchivesPanel as Component };

/** Leaderboard archives: create one of a period, save its leaderboard again, delete it. */
function ArchivesPanel() {
  const archives = useInfiniteQuery(latestArchives);
  const [deleting, setDeleting] = useState<LeaderboardArchiveRow | null>(null);
  const [retaking, setRetaking] = useState<LeaderboardArchiveRow | null>(null);
  return (
    <section aria-labelledby="archives">
      <div className="section-head">
        <h2 id="archives">{words.leaderboardArchives}</h2>
        <p>{words.visibleToEveryone}</p>
      </div>
      <div className="form-and-results">
        <ArchiveForm />
        <div>
          <QueryView
            query={archives}
            failed={words.failedToLoadArchives}
            loading={{ count: 4, height: 72, label: words.loadingArchives }}
            empty={{ title: words.noArchivesYet, text: words.saveATable }}
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
            {words.olderArchives}
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
        <span>{words.fromTo({ from: clubDate(archive.start_date), to: clubDate(archive.end_date) })}</span>
      </div>
      <div className="row-actions">
        <button
          type="button"
          className="btn secondary small"
          aria-label={words.saveTableAgain({ name: archive.name })}
          onClick={onRetake}
        >
          {words.saveAgain}
        </button>
        <button
          type="button"
          className="btn secondary small"
          aria-label={words.deleteName({ name: archive.name })}
          onClick={onDelete}
        >
          {words.deleteLabel}
        </button>
      </div>
    </li>
  );
}

function RetakeSnapshot({ archive, onClose }: { archive: LeaderboardArchiveRow; onClose: () => void }) {
  const retake = useAdminMutation(
    () => retakeSnapshot(archive),
    {
      success: (players) => words.tableSavedAgain({ players }),
      failure: words.failedToSaveLeaderboardSnapshot,
    },
    { stale: [subject.archives], onDone: onClose },
  );
  return (
    <ConfirmDialog
      open
      title={words.saveTableAgainQuestion({ name: archive.name })}
      keep={words.keepSavedTable}
      confirm={words.saveAgain}
      pending={retake.isPending}
      error={retake.problem}
      onKeep={onClose}
      onConfirm={() => retake.mutate(undefined)}
    >
      <p>{words.whatSavingAgainDoes}</p>
    </ConfirmDialog>
  );
}

function DeleteArchive({ archive, onClose }: { archive: LeaderboardArchiveRow; onClose: () => void }) {
  const remove = useAdminMutation(
    () => deleteArchive(archive),
    { success: words.archiveDeletedSuccessfully, failure: words.failedToDeleteArchive },
    {
      stale: [subject.archives],
      onDone: onClose,
      undoId: () => latestUndo("leaderboard_archives.delete"),
    },
  );
  return (
    <DeleteArchiveDialog name={archive.name} removal={remove} onClose={onClose}>
      <p>{words.whatDeletingArchivesDoes}</p>
    </DeleteArchiveDialog>
  );
}
