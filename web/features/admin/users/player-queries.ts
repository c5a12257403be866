import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "../../../backend/connection/client.ts";
import { dataOf } from "../../../backend/connection/response.ts";
import { subject } from "../../../backend/queries/query-keys.ts";
import type { AdminPlayerRow } from "../../../backend/types/admin-rows.ts";

export const playersPage = 20;
const exportPage = 200;

export type PlayerSort = "points" | "perfect_scores" | "accuracy" | "predictions" | "name" | "joined";

/** A page of players with their overall figures. `search`: words of a name, phone number or email. */
export const players = (search: string, sort: PlayerSort, page: number) =>
  queryOptions({
    queryKey: [subject.dashboard, "players", search, sort, page],
    queryFn: () =>
      dataOf(
        backend().rest.rpc("admin_players", {
          search,
          sort,
          page_limit: playersPage,
          page_offset: page * playersPage,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Every player, page after page: for the file that admins download. */
export async function everyPlayer(): Promise<AdminPlayerRow[]> {
  const rows: AdminPlayerRow[] = [];
  for (;;) {
    const page = await dataOf(
      backend().rest.rpc("admin_players", {
        search: "",
        sort: "points",
        page_limit: exportPage,
        page_offset: rows.length,
      }),
    );
    rows.push(...page);
    if (page.length < exportPage) return rows;
  }
}
