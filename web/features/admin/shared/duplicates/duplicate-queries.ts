import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { allRows } from "../../../../backend/paging/all-rows.ts";
import { type Order, pageOf } from "../../../../backend/paging/paging.ts";
import { staleAfterResult, subject } from "../../../../backend/queries/query-keys.ts";
import { managedMatches } from "../../../../backend/queries/query-meta.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import { quoted } from "../../../../ui/text/name-patterns.ts";

/** The subjects that depend on merged teams and matches. */
export const staleAfterMerge = [...staleAfterResult, subject.teams, subject.dashboard, "health"] as const;

/** The teams and matches that are listed twice, in pairs, with what each has. */
export const duplicates = queryOptions({
  queryKey: [subject.matches, "duplicates"],
  meta: managedMatches,
  queryFn: () => dataOf(backend().rest.rpc("duplicates")),
});

type CountedMatch = Pick<MatchRow, "id" | "predictions_count">;

const byId: Order<CountedMatch> = [["id", "asc"]];

/** The numbers of matches of a team and of their predictions. */
export const matchesOfTeam = (name: string) =>
  queryOptions({
    queryKey: [subject.matches, "of team", name],
    meta: managedMatches,
    queryFn: async () => {
      const rows = await allRows<CountedMatch>((size, after) => {
        const played = backend()
          .rest.from("matches")
          .select("id,predictions_count")
          .or(`home_team_name.eq.${quoted(name)},away_team_name.eq.${quoted(name)}`);
        return dataOf(pageOf(played, byId, size, after));
      });
      return { matches: rows.length, predictions: rows.reduce((sum, row) => sum + row.predictions_count, 0) };
    },
  });
