import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../backend/connection/client.ts";
import { dataOf } from "../../../backend/connection/response.ts";
import { subject } from "../../../backend/queries/query-keys.ts";

/** The figures of the summary cards and of the Overview tab. */
export const overview = queryOptions({
  queryKey: [subject.dashboard, "overview"],
  queryFn: async () => (await dataOf(backend().rest.rpc("admin_overview")))[0] ?? null,
});
