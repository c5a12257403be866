import { infiniteQueryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { pagesAfterRow } from "../../../../backend/paging/paging.ts";
import type { AdminPredictionRow } from "../../../../backend/types/admin-rows.ts";
import { auditedPredictions } from "../../shared/points/stale-after-points.ts";

const predictionsPageSize = 50;

/** A player's predictions, newest first, page by page. Every load is audited. */
export const predictionsOf = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [auditedPredictions, userId],
    ...pagesAfterRow<AdminPredictionRow>(predictionsPageSize),
    queryFn: ({ pageParam }) =>
      dataOf(
        backend().rest.rpc("admin_user_predictions", {
          _user_id: userId,
          page_limit: predictionsPageSize,
          ...(pageParam && { before_created: pageParam.created_at, before_id: pageParam.id }),
        }),
      ),
    // Every load is audited and rate limited, so only opening the dialog loads.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
