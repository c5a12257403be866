import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "../../../backend/connection/client.ts";
import { dataOf } from "../../../backend/connection/response.ts";
import { subject } from "../../../backend/queries/query-keys.ts";
import type { AdminPlayerRow } from "../../../backend/types/admin-rows.ts";

export const playersPageSize = 20;
const exportPageSize = 200;

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

/** Loads all players, page by page. */
export async function allPlayers(): Promise<AdminPlayerRow[]> {
  const rows: AdminPlayerRow[] = [];
  for (;;) {
    const page = await dataOf(
      backend().rest.rpc("admin_players", {
        search: "",
        sort: "points",
        page_limit: exportPageSize,
        page_offset: rows.length,
      }),
    );
    rows.push(...page);
    if (page.length < exportPageSize) return rows;
  }
}
