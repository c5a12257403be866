import * as words from "#words/admin-matches";
import { backend } from "../../../../backend/connection/client.ts";
import { callFunction } from "../../../../backend/connection/edge-functions.ts";
import { codeOf } from "../../../../backend/connection/error-kinds.ts";
import { dataOf, ensureSuccess } from "../../../../backend/connection/response.ts";
import type { ProviderIssueRow } from "../../../../backend/types/admin-rows.ts";
import { throwSentence } from "../../shared/acts/throw-refusal.ts";
import { AdminError } from "../../shared/acts/use-admin-mutation.ts";
import type { KeyColumns, KeyValues, ProviderColumns, ProviderOptions } from "./provider-rules.ts";

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

export const ignoreMatches = (ids: readonly string[]) =>
  dataOf(backend().rest.rpc("ignore_provider_matches", { _provider_match_ids: [...ids] }));

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

export const addAlias = (alias: { alias: string; team_name: string }) =>
  ensureSuccess(backend().rest.from("team_aliases").insert(alias));

export const deleteAlias = (alias: string) =>
  ensureSuccess(backend().rest.from("team_aliases").delete().eq("alias", alias));

const providerErrors: Readonly<Record<string, string>> = {
  api_error: words.apiReturnedAnError,
  provider_unavailable: words.failedToConnectToApi,
};

/**
 * Saves the key if provider and key are as they were seen; fails with SL016 otherwise. Errors of the provider say what is
 * wrong with the key.
 */
export async function updateKey({ provider, apiKey }: KeyValues, seen: KeyColumns): Promise<void> {
  try {
    await callFunction("update-api-key", { apiKey: apiKey.trim(), provider, seen });
  } catch (error) {
    const reason = providerErrors[codeOf(error)];
    throw reason === undefined ? error : new AdminError(reason);
  }
}
