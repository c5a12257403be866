import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { messageFor } from "../../../../backend/connection/error-messages.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { SubscriptionArchiveRow } from "../../../../backend/types/admin-rows.ts";
import { clubDate } from "../../../../football/time/club-day.ts";
import { pathOf, paths } from "../../../../paths.ts";
import { EmptyState } from "../../../../ui/loading/empty-state.tsx";
import { Failure } from "../../../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../../../ui/loading/skeleton.tsx";
import { DeleteArchiveDialog } from "../../shared/archives/delete-archive-dialog.tsx";
import { useAdminMutation } from "../../shared/mutations/use-admin-mutation.ts";
import "../../admin.css";
import { ArchiveForm } from "./archive-form.tsx";
import { deletePeriod, subscriptionArchives } from "./subscription-archive-queries.ts";

/** The subscription archives, with a form to create one. */
export function SubscriptionArchives() {
  const archives = useInfiniteQuery(subscriptionArchives);
  const [deleting, setDeleting] = useState<SubscriptionArchiveRow | null>(null);
  const list = archives.data?.pages.flat() ?? [];
  return (
    <div className="form-and-results">
      <ArchiveForm />
      <div>
        {archives.isPending && <SkeletonRows count={4} height={72} label="Loading subscription archives" />}
        {archives.isError && (
          <Failure
            title="Failed to load subscription archives"
            reason={messageFor(archives.error, "admin")}
            onRetry={() => void archives.refetch()}
          />
        )}
        {archives.isSuccess && list.length === 0 && (
          <EmptyState title="No subscription archives yet">
            Save a list of the subscriptions of a month or a season.
          </EmptyState>
        )}
        <ul className="record-list">
          {list.map((archive) => (
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
        {archives.hasNextPage && (
          <button
            type="button"
            className="btn secondary load-more"
            onClick={() => void archives.fetchNextPage()}
          >
            Older archives
          </button>
        )}
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
