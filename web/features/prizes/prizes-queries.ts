import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend/connection/client.ts";
import { dataOf } from "../../backend/connection/response.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import type { QueryMeta } from "../../backend/queries/query-meta.ts";

/** The plan of the club, who wins what as it stands, and what has settled. */
export const prizes = queryOptions({
  queryKey: [subject.prizes, "page"],
  meta: {
    isOnDevice: true,
    isDated: true,
    isOutdatedBy: (_, kind) => kind !== "details",
  } satisfies QueryMeta,
  queryFn: async () => (await dataOf(backend().rest.rpc("prizes")))[0] ?? null,
});
