import { queryOptions } from "@tanstack/react-query";
import { backend } from "../connection/client.ts";
import { dataOf } from "../connection/response.ts";
import type { PlayableCompetitionRow } from "../types/rows.ts";
import { subject } from "./query-keys.ts";
import { onDevice } from "./query-meta.ts";

/** All competitions, whether the player may predict them, and until when. */
export const playableCompetitions = (userId: string) =>
  queryOptions({
    queryKey: [subject.subscriptions, userId, "playable"],
    meta: onDevice,
    queryFn: () => dataOf(backend().rest.rpc("my_competitions", {}, { get: true })),
  });

/** The names of those that the player may predict. */
export const playableLeagues = (userId: string) => ({ ...playableCompetitions(userId), select: namesOf });

// Defined outside the query, because a new function in every render would run again in every render.
function namesOf(rows: readonly PlayableCompetitionRow[]): Set<string> {
  return new Set(rows.filter(({ may_predict }) => may_predict).map(({ league }) => league));
}
