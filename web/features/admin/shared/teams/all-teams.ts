import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { allRows } from "../../../../backend/paging/all-rows.ts";
import { type Order, pageOf } from "../../../../backend/paging/paging.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { TeamRow } from "../../../../backend/types/rows.ts";
import { inReadingOrder } from "../../../../ui/text/reading-order.ts";

const byName: Order<TeamRow> = [["name", "asc"]];

/** All teams by name. */
export const allTeams = queryOptions({
  queryKey: [subject.teams, "all"],
  queryFn: async () => {
    const teams = await allRows<TeamRow>((size, after) =>
      dataOf(pageOf(backend().rest.from("teams").select("*"), byName, size, after)),
    );
    return teams.sort((one, other) => inReadingOrder(one.name, other.name));
  },
});
