import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { AdminExportRow } from "../../../../backend/types/admin-rows.ts";

export const playersPageSize = 20;
/** The most rows of one answer of `admin_export`. */
const exportPageSize = 1000;

export type PlayerSort = "points" | "perfect_scores" | "accuracy" | "predictions" | "name" | "joined";

/** A page of players with their overall figures. `search` filters by name, phone number or email. */
export const players = (search: string, sort: PlayerSort, page: number) =>
  queryOptions({
    queryKey: [subject.dashboard, "players", search, sort, page],
    queryFn: () =>
      dataOf(
        backend().rest.rpc("admin_players", {
          search,
          sort,
          page_limit: playersPageSize,
          page_offset: page * playersPageSize,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** All players page by page, best first. The first row has their number in `total_count`. */
export async function* allPlayers(): AsyncGenerator<readonly AdminExportRow[]> {
  let after: AdminExportRow["place"] | null = null;
  for (;;) {
    const page: AdminExportRow[] = await dataOf(
      backend().rest.rpc("admin_export", { _after: after, page_limit: exportPageSize }),
    );
    yield page;
    if (page.length < exportPageSize) return;
    after = page.at(-1)?.place ?? null;
  }
}
