import { queryOptions } from "@tanstack/react-query";
import { backend } from "../connection/client.ts";
import { dataOf } from "../connection/response.ts";
import { joined } from "../requests/marks.ts";
import { subject } from "./query-keys.ts";
import { onDevice } from "./query-meta.ts";

/** All competitions, whether the player may predict them, and until when. */
export const playableCompetitions = (userId: string) =>
  queryOptions({
    queryKey: [subject.subscriptions, userId, "playable"],
    meta: onDevice,
    queryFn: () => dataOf(joined(backend().rest.rpc("my_competitions"))),
  });
