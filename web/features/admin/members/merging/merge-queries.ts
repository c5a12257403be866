import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { staleAfterResult, subject } from "../../../../backend/queries/query-keys.ts";

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
