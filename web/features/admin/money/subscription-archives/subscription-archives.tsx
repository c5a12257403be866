import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { SubscriptionArchiveRow } from "../../../../backend/types/admin-rows.ts";
import { clubDate } from "../../../../football/time/club-day.ts";
import { pathOf, paths } from "../../../../paths.ts";
import { DeleteArchiveDialog } from "../../shared/archives/delete-archive-dialog.tsx";
import { useAdminMutation } from "../../shared/mutations/use-admin-mutation.ts";
import "../../admin.css";
import { LoadMoreButton } from "../../../../ui/loading/load-more-button.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { ArchiveForm } from "./archive-form.tsx";
import { deletePeriod, subscriptionArchives } from "./subscription-archive-queries.ts";

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
          failed="Failed to load subscription archives"
          loading={{ count: 4, height: 72, label: "Loading subscription archives" }}
          empty={{
            title: "No subscription archives yet",
            text: "Save a list of the subscriptions of a month or a season.",
          }}
        >
          {({ pages }) => (
            <ul className="record-list">
              {pages.flat().map((archive) => (
                <li key={archive.id}>
                  <div>
                    <Link to={pathOf(paths.subscriptionArchive, archive.id)}>{archive.name}</Link>
                    <span>
                      {clubDate(archive.start_date)} to {clubDate(archive.end_date)}
                    </span>
                  </div>
                  <button
                    type="button"
                    className="btn secondary small"
                    aria-label={`Delete ${archive.name}`}
                    onClick={() => setDeleting(archive)}
                  >
                    Delete
                  </button>
                </li>
              ))}
            </ul>
          )}
        </QueryView>
        <LoadMoreButton query={archives} className="btn secondary load-more">
          Older archives
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
      success: "Subscription archive deleted successfully",
      failure: "Failed to delete subscription archive",
    },
    { stale: [subject.subscriptionArchives], onDone: onClose },
  );
  return (
    <DeleteArchiveDialog name={archive.name} removal={remove} onClose={onClose}>
      <p>All subscriptions in it are deleted too. Entries added by hand cannot be restored.</p>
    </DeleteArchiveDialog>
  );
}
