import * as words from "#words/admin-money";
import { backend } from "../../../../backend/connection/client.ts";
import { codeOf } from "../../../../backend/connection/error-kinds.ts";
import { dataOf, ensureSuccess } from "../../../../backend/connection/response.ts";
import type { SubscriptionArchiveRow } from "../../../../backend/types/admin-rows.ts";
import { sanitise } from "../../../../ui/text/sanitise.ts";
import { AdminError } from "../../shared/acts/use-admin-mutation.ts";
import type { PeriodFields } from "../../shared/archives/period-form.tsx";

/** Archives the subscriptions that started in the period. Resolves to their number. */
export async function archivePeriod(fields: PeriodFields, requestKey: string): Promise<number> {
  const [created] = await dataOf(
    backend().rest.rpc("create_subscription_archive", {
      name: sanitise(fields.name),
      description: fields.description.trim() || null,
      start_date: fields.start,
      end_date: fields.end,
      _request_key: requestKey,
    }),
  ).catch((error: unknown) => {
    if (codeOf(error) === "SL011") throw new AdminError(words.failedToFillTheArchive);
    throw error;
  });
  return created?.archived ?? 0;
}

export interface EntryFields {
  phone: string;
  type: string;
  status: string;
  start: string;
  expiry: string;
}

/** Adds one subscription by hand, for the player with this phone number. */
export async function addEntry(archiveId: string, fields: EntryFields, requestKey: string): Promise<void> {
  const [added] = await dataOf(
    backend().rest.rpc("add_archived_subscription", {
      archive_id: archiveId,
      phone_number: fields.phone,
      type: fields.type,
      status: fields.status,
      started_at: `${fields.start}T00:00:00Z`,
      expires_at: `${fields.expiry}T23:59:59Z`,
      _request_key: requestKey,
    }),
  );
  if (added?.outcome !== "added") throw new AdminError(words.userNotFound);
}

export function deletePeriod(archive: SubscriptionArchiveRow): Promise<void> {
  return ensureSuccess(
    backend().rest.from("subscription_period_archives").delete().eq("id", archive.id).select("id").single(),
  );
}
