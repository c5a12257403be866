import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";

/** The game that runs or has just ended; null without one. */
export const shownGame = queryOptions({
  queryKey: [subject.lastStanding, "game"],
  queryFn: async () => (await dataOf(backend().rest.rpc("last_standing")))[0] ?? null,
});

/** The matchdays with which a game of a competition can start. */
export const firstMatchdays = (league: string) =>
  queryOptions({
    queryKey: [subject.lastStanding, "preview", league],
    queryFn: () => dataOf(backend().rest.rpc("preview_last_standing", { _league: league })),
  });

/** The codes of the game that runs, unused ones first. */
export const entryCodes = queryOptions({
  queryKey: [subject.lastStanding, "codes"],
  queryFn: () => dataOf(backend().rest.rpc("last_standing_codes")),
});
