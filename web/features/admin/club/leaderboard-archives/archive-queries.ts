import { infiniteQueryOptions } from "@tanstack/react-query";
import * as words from "#words/admin-club";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { newestFirst, pageOf, pagesAfterRow } from "../../../../backend/paging/paging.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { LeaderboardArchiveRow } from "../../../../backend/types/rows.ts";
import { problemWithCharacters, sanitise } from "../../../../ui/text/sanitise.ts";
import { AdminError } from "../../shared/acts/use-admin-mutation.ts";

const page = 20;

/** The archives, latest first, page by page. */
export const latestArchives = infiniteQueryOptions({
  queryKey: [subject.archives, "organised"],
  meta: { isDated: true },
  ...pagesAfterRow<LeaderboardArchiveRow>(page),
  queryFn: ({ pageParam }) =>
    dataOf(pageOf(backend().rest.from("leaderboard_archives").select("*"), newestFirst, page, pageParam)),
});

export interface ArchiveFields {
  name: string;
  description: string;
  league: string;
  /** Dates in the club's time zone, `2026-11-21`. */
  start: string;
  end: string;
}

/** Why the archive cannot be created, or null. */
export function problemWith({ name, league, start, end }: ArchiveFields): string | null {
  if (sanitise(name) === "" || league === "" || start === "" || end === "")
    return words.pleaseFillInAllRequired;
  return problemWithCharacters(name) ?? (start > end ? words.startMustBeBeforeEnd : null);
}

/** The archive was created without its leaderboard. "Save again" can still save it. */
export class SnapshotProblem extends AdminError {}
