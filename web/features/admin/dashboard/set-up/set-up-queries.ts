import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";

/** What there is for each step; null in a club that was not started in the browser. */
export const setUp = queryOptions({
  queryKey: [subject.dashboard, "set up"],
  queryFn: async () => (await dataOf(backend().rest.rpc("club_set_up")))[0] ?? null,
});
