import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";

/** The figures of the summary cards and of the Overview tab. */
export const overview = queryOptions({
  queryKey: [subject.dashboard, "overview"],
  queryFn: async () => (await dataOf(backend().rest.rpc("admin_overview")))[0] ?? null,
});

/** How many players have predicted all, some and none of the open matches. */
export const openPredictions = queryOptions({
  queryKey: [subject.dashboard, "open predictions"],
  queryFn: async () => (await dataOf(backend().rest.rpc("admin_open_predictions")))[0] ?? null,
});

export const activity = queryOptions({
  queryKey: [subject.dashboard, "activity"],
  queryFn: () => dataOf(backend().rest.rpc("admin_recent_activity", { page_limit: 20, page_offset: 0 })),
});

export const pointsOverTime = queryOptions({
  queryKey: [subject.dashboard, "points over time"],
  queryFn: () => dataOf(backend().rest.rpc("points_over_time")),
});

export const predictionsOverTime = queryOptions({
  queryKey: [subject.dashboard, "predictions over time"],
  queryFn: () => dataOf(backend().rest.rpc("predictions_over_time")),
});
