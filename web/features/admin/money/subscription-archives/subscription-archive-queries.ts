import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import * as words from "#words/admin-money";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf, RequestError } from "../../../../backend/connection/response.ts";
import { allRows } from "../../../../backend/paging/all-rows.ts";
import { newestFirst, type Order, pageOf, pagesAfterRow } from "../../../../backend/paging/paging.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type {
  ArchivedSubscriptionRow,
  SubscriptionArchiveRow,
} from "../../../../backend/types/admin-rows.ts";
import { namePatterns } from "../../../../ui/text/name-patterns.ts";
import { problemWithCharacters, sanitise } from "../../../../ui/text/sanitise.ts";
import type { PeriodFields } from "../../shared/archives/period-form.tsx";

const page = 20;

export const subscriptionsPage = 50;

const byStart: Order<ArchivedSubscriptionRow> = [
  ["started_at", "asc"],
  ["id", "asc"],
];

export const subscriptionArchives = infiniteQueryOptions({
  queryKey: [subject.subscriptionArchives, "list"],
  ...pagesAfterRow<SubscriptionArchiveRow>(page),
  queryFn: ({ pageParam }) =>
    dataOf(
      pageOf(backend().rest.from("subscription_period_archives").select("*"), newestFirst, page, pageParam),
    ),
});

/** The archive with an id; null if it does not exist. */
export const subscriptionArchive = (id: string) =>
  queryOptions({
    queryKey: [subject.subscriptionArchives, id],
    queryFn: async () => {
      if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return null;
      return (
        (
          await dataOf(backend().rest.from("subscription_period_archives").select("*").eq("id", id).limit(1))
        )[0] ?? null
      );
    },
  });

/** A page of an archive's subscriptions and their total number. `typed` filters by the player's name. */
export const archivedSubscriptions = (archiveId: string, typed: string, at: number) =>
  queryOptions({
    queryKey: [subject.subscriptionArchives, archiveId, "subscriptions", typed, at],
    queryFn: async ({ signal }) => {
      let query = backend()
        .rest.from("archived_subscriptions")
        .select("*", { count: "exact" })
        .abortSignal(signal)
        .eq("archive_id", archiveId);
      for (const pattern of namePatterns(typed)) query = query.regexIMatch("full_name", pattern);
      const { data, error, count, status } = await query
        .order("started_at")
        .order("id")
        .range(at * subscriptionsPage, (at + 1) * subscriptionsPage - 1);
      if (error) throw new RequestError(error.message, error.code, status);
      return { rows: data, total: count ?? data.length };
    },
    placeholderData: keepPreviousData,
  });

export function wholeArchive(archiveId: string): Promise<ArchivedSubscriptionRow[]> {
  return allRows((size, after) =>
    dataOf(
      pageOf(
        backend().rest.from("archived_subscriptions").select("*").eq("archive_id", archiveId),
        byStart,
        size,
        after,
      ),
    ),
  );
}

/** Why the period cannot be archived, or null. */
export function problemWith({ name, start, end }: PeriodFields): string | null {
  if (sanitise(name) === "" || start === "" || end === "") return words.fillInAllRequiredFields;
  return problemWithCharacters(name) ?? (start > end ? words.startMustBeBeforeEnd : null);
}
