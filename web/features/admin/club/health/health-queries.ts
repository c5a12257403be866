import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import type { ClubHealth } from "../../../../football/health/health-checks.ts";

/** Hosts report every 30 seconds. */
const refreshEvery = 15_000;

export const health = queryOptions({
  queryKey: ["health"],
  queryFn: async () => (await dataOf(backend().rest.rpc("club_health"))) as unknown as ClubHealth,
  refetchInterval: refreshEvery,
});
