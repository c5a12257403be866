import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf, ensureSuccess } from "../../../../backend/connection/response.ts";
import type { Loaded } from "../../../../backend/edits/save-edit.ts";
import { allRows } from "../../../../backend/paging/all-rows.ts";
import { type Order, pageOf } from "../../../../backend/paging/paging.ts";
import { providerSubject } from "../../../../backend/queries/live-score-provider.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { managedMatches } from "../../../../backend/queries/query-meta.ts";
import type { AliasRow, ProviderIssueRow, ProviderStateRow } from "../../../../backend/types/admin-rows.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import { throwSentence } from "../../shared/mutations/throw-refusal.ts";

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

export const acceptProviderScore = async (id: string): Promise<undefined> => {
  await ensureSuccess(backend().rest.rpc("accept_provider_score", { _provider_match_id: id }));
};

export const rejectProviderScore = (id: string) =>
  ensureSuccess(backend().rest.rpc("reject_provider_score", { _provider_match_id: id }));

export const linkMatch = (link: { providerMatch: string; match: string }) =>
  ensureSuccess(
    backend().rest.rpc("link_provider_match", {
      _provider_match_id: link.providerMatch,
      _match_id: link.match,
      _add_aliases: true,
    }),
  );

/** Ends the link of a provider's match, which then changes nothing any more. */
export const unlinkMatch = (id: string) =>
  ensureSuccess(
    backend().rest.rpc("link_provider_match", {
      _provider_match_id: id,
      _match_id: null,
      _add_aliases: false,
    }),
  );

/**
 * Accepts the provider's match as it is for the club's match. Throws AdminError with the reason if the provider
 * reports something else by now, or if a team is on the other side.
 */
export const acceptProviderMatch = async (issue: ProviderIssueRow): Promise<undefined> => {
  await ensureSuccess(
    backend().rest.rpc("accept_provider_match", {
      _provider_match_id: issue.provider_match_id ?? "",
      _problem: issue.kind,
      _home: issue.provider_home_name ?? "",
      _away: issue.provider_away_name ?? "",
      _kickoff: issue.provider_kickoff_at ?? "",
    }),
  ).catch(throwSentence);
};

/** Adds the return match that the provider reports, and links it. Throws AdminError as `acceptProviderMatch`. */
export const addReturnMatch = async (issue: ProviderIssueRow): Promise<undefined> => {
  await ensureSuccess(
    backend().rest.rpc("add_return_match", {
      _provider_match_id: issue.provider_match_id ?? "",
      _home: issue.provider_home_name ?? "",
      _away: issue.provider_away_name ?? "",
      _kickoff: issue.provider_kickoff_at ?? "",
    }),
  ).catch(throwSentence);
};

/** Links the provider's match to the return match that the club has. */
export const linkReturnMatch = async (issue: ProviderIssueRow): Promise<undefined> => {
  await linkMatch({ providerMatch: issue.provider_match_id ?? "", match: issue.return_match_id ?? "" });
};

/** Cancels a match of the club; resolves to the id with which that can be undone. */
export const cancelMatch = (id: string) => dataOf(backend().rest.rpc("cancel_match", { _match_id: id }));

export const ignoreMatches = (ids: readonly string[]) =>
  dataOf(backend().rest.rpc("ignore_provider_matches", { _provider_match_ids: [...ids] }));

/** What is updated automatically. */
export interface ProviderOptions {
  scores: boolean;
  fixtures: boolean;
  competitions: string[];
}

type ProviderColumns = Pick<ProviderStateRow, "follows_scores" | "follows_fixtures" | "competitions">;

/** The options as the form opens them. */
export function openedOptions(state: ProviderColumns): Loaded<ProviderOptions, ProviderColumns> {
  const { follows_scores, follows_fixtures, competitions } = state;
  return {
    values: { scores: follows_scores, fixtures: follows_fixtures, competitions },
    seen: { follows_scores, follows_fixtures, competitions },
  };
}

/** The provider's settings as they are saved now. */
export async function loadProviderState(): Promise<ProviderStateRow> {
  const [state] = await dataOf(backend().rest.rpc("provider_state"));
  // not a text: an error of the database, which the page answers with its own
  if (!state) throw new Error("provider_state returned no row");
  return state;
}

/** Saves the options if they are as they were seen; fails with SL016 otherwise. */
export const setProviderOptions = (options: ProviderOptions, seen: ProviderColumns) =>
  ensureSuccess(
    backend().rest.rpc("set_provider_settings", {
      _follows_scores: options.scores,
      _follows_fixtures: options.fixtures,
      _competitions: options.competitions,
      _seen: { ...seen },
    }),
  );

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

export const addAlias = (alias: { alias: string; team_name: string }) =>
  ensureSuccess(backend().rest.from("team_aliases").insert(alias));

export const deleteAlias = (alias: string) =>
  ensureSuccess(backend().rest.from("team_aliases").delete().eq("alias", alias));
