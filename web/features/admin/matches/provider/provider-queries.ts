import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { allRows } from "../../../../backend/paging/all-rows.ts";
import { type Order, pageOf } from "../../../../backend/paging/paging.ts";
import { providerSubject } from "../../../../backend/queries/live-score-provider.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { managedMatches } from "../../../../backend/queries/query-meta.ts";
import type { AliasRow, ProviderStateRow } from "../../../../backend/types/admin-rows.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";

/** The queries that a change of the provider's data makes stale. */
export const staleAfterProviderChange = [providerSubject, subject.matches, subject.leaderboard] as const;

/** New issues can arrive while the page is open. */
const refreshEvery = 15_000;

/** Every provider issue that waits for an admin's decision. */
export const providerIssues = queryOptions({
  queryKey: [providerSubject, "issues"],
  queryFn: () => dataOf(backend().rest.rpc("provider_issues")),
  refetchInterval: refreshEvery,
});

export type ClubMatch = Pick<MatchRow, "id" | "home_team_name" | "away_team_name" | "kickoff_at" | "league">;

/** The club's matches to which unlinked matches could be linked, by id. */
export const matchesById = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [subject.matches, "to link", ids],
    meta: managedMatches,
    queryFn: async (): Promise<ReadonlyMap<string, ClubMatch>> => {
      const rows = await dataOf(
        backend()
          .rest.from("matches")
          .select("id, home_team_name, away_team_name, kickoff_at, league")
          .in("id", ids),
      );
      return new Map(rows.map((row) => [row.id, row]));
    },
    enabled: ids.length > 0,
  });

/** The provider's settings as they are saved now. */
export async function loadProviderState(): Promise<ProviderStateRow> {
  const [state] = await dataOf(backend().rest.rpc("provider_state"));
  // not a text: an error of the database, which the page answers with its own
  if (!state) throw new Error("provider_state returned no row");
  return state;
}

const byAlias: Order<AliasRow> = [["alias", "asc"]];

/** The team names that this club's admins have added. */
export const ownAliases = queryOptions({
  queryKey: [providerSubject, "aliases"],
  queryFn: () =>
    allRows<AliasRow>((size, after) =>
      dataOf(
        pageOf(
          backend().rest.from("team_aliases").select("*").not("created_by_admin", "is", null),
          byAlias,
          size,
          after,
        ),
      ),
    ),
});
