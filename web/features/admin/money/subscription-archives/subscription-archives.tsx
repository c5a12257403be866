import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-money";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { SubscriptionArchiveRow } from "../../../../backend/types/admin-rows.ts";
import { clubDate } from "../../../../football/time/club-day.ts";
import { pathOf, paths } from "../../../../paths.ts";
import { Link } from "../../../../routing/link.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { DeleteArchiveDialog } from "../../shared/archives/delete-archive-dialog.tsx";
import { latestUndo } from "../../shared/undo/undo.ts";
import "../../admin.css";
import { LoadMoreButton } from "../../../../ui/loading/load-more-button.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { ArchiveForm } from "./archive-form.tsx";
import { deletePeriod } from "./subscription-archive-mutations.ts";
import { subscriptionArchives } from "./subscription-archive-queries.ts";

/** The subscription archives, with a form to create one. */
export function SubscriptionArchives() {
  const archives = useInfiniteQuery(subscriptionArchives);
  const [deleting, setDeleting] = useState<SubscriptionArchiveRow | null>(null);
  return (
    <div className="form-and-results">
      <ArchiveForm />
      <div>
        <QueryView
          query={archives}
          failed={words.failedToLoadArchives}
          loading={{ count: 4, height: 72, label: words.loadingSubscriptionArchives }}
          empty={{
            title: words.noSubscriptionArchivesYet,
            text: words.whatToArchive,
          }}
        >
          {({ pages }) => (
            <ul className="record-list">
              {pages.flat().map((archive) => (
                <li key={archive.id}>
                  <div>
                    <Link to={pathOf(paths.subscriptionArchive, archive.id)}>{archive.name}</Link>
                    <span>
                      {words.period({
                        start: clubDate(archive.start_date),
                        end: clubDate(archive.end_date),
                      })}
                    </span>
                  </div>
                  <button
                    type="button"
                    className="btn secondary small"
                    aria-label={words.deleteNamed({ name: archive.name })}
                    onClick={() => setDeleting(archive)}
                  >
                    {words.deleteLabel}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </QueryView>
        <LoadMoreButton query={archives} className="btn secondary load-more">
          {words.olderArchives}
        </LoadMoreButton>
      </div>
      {deleting && <DeleteArchive archive={deleting} onClose={() => setDeleting(null)} />}
    </div>
  );
}

function DeleteArchive({ archive, onClose }: { archive: SubscriptionArchiveRow; onClose: () => void }) {
  const remove = useAdminMutation(
    () => deletePeriod(archive),
    {
      success: words.archiveDeleted,
      failure: words.failedToDeleteArchive,
    },
    {
      stale: [subject.subscriptionArchives],
      onDone: onClose,
      undoId: () => latestUndo("subscription_period_archives.delete"),
    },
  );
  return (
    <DeleteArchiveDialog name={archive.name} removal={remove} onClose={onClose}>
      <p>{words.deleteArchiveEffects}</p>
    </DeleteArchiveDialog>
  );
}
