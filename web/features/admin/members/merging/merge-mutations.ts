import * as words from "#words/admin-members";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { throwWith } from "../../shared/acts/throw-refusal.ts";

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
