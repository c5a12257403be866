import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend/connection/client.ts";
import { dataOf } from "../../backend/connection/response.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import type { QueryMeta } from "../../backend/queries/query-meta.ts";
import { jobDelay, untilNext } from "../../backend/queries/until-next.ts";

/** The game that the club plays, or played last, with the member's entries; null without one. Choices appear at the locks. */
export const lastStanding = queryOptions({
  queryKey: [subject.lastStanding, "page"],
  meta: {
    isOnDevice: true,
    isDated: true,
    isOutdatedBy: (_, kind) => kind !== "details",
  } satisfies QueryMeta,
  refetchInterval: ({ state: { data } }) => {
    const next = [
      untilNext((data?.matches ?? []).map(({ locks_at }) => locks_at)),
      untilNext(
        (data?.matchdays ?? []).flatMap(({ starts_at, settles_at }) => [starts_at, settles_at]),
        jobDelay,
      ),
    ].filter((ms) => ms !== false);
    return next.length > 0 && Math.min(...next);
  },
  queryFn: async () => (await dataOf(backend().rest.rpc("last_standing")))[0] ?? null,
});
