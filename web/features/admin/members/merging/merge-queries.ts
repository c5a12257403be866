import { queryOptions } from "@tanstack/react-query";
import * as words from "#words/admin-members";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { staleAfterResult, subject } from "../../../../backend/queries/query-keys.ts";
import { throwWith } from "../../shared/mutations/throw-refusal.ts";

/** The subjects that depend on the members and on what they have. */
export const staleAfterMemberMerge = [
  ...staleAfterResult,
  subject.dashboard,
  subject.subscriptions,
  subject.subscribers,
  subject.groups,
  subject.codes,
  subject.archives,
] as const;

/** What a merge of two accounts moves. Writes nothing. */
export const mergePlan = (keepId: string, removeId: string) =>
  queryOptions({
    queryKey: [subject.dashboard, "merge plan", keepId, removeId],
    queryFn: () =>
      dataOf(backend().rest.rpc("preview_merge_members", { _keep_id: keepId, _remove_id: removeId })),
    staleTime: 0,
  });

export interface MemberMerge {
  keepId: string;
  removeId: string;
  /** The matches of which the removed account's prediction counts. */
  prefer: readonly string[];
}

/** Merges two accounts. Resolves to the id of the undo. Throws AdminError if they cannot be merged. */
export function mergeMembers({ keepId, removeId, prefer }: MemberMerge): Promise<string> {
  return dataOf(
    backend().rest.rpc("merge_members", { _keep_id: keepId, _remove_id: removeId, _prefer: [...prefer] }),
  ).catch((error) => throwWith(error, (reason) => words.nothingMergedBecause({ reason })));
}
