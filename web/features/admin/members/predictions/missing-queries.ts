import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { MissingPlayerRow } from "../../../../backend/types/admin-rows.ts";

const missingPageSize = 500;

/** Which open matches count as missing, as the database names the choices. */
export type MatchChoice = "next_matchday" | "next_7_days" | "all";

/** The first page, by name, of the players who have not predicted every match of the choice that is open to them. */
export const missingPlayers = (matches: MatchChoice) =>
  queryOptions({
    queryKey: [subject.dashboard, "missing", matches],
    queryFn: () => missingPlayersFrom(matches, 0),
    placeholderData: keepPreviousData,
  });

/** Loads the pages of missing players that follow `first`, and returns all players. */
export async function allMissingPlayers(
  matches: MatchChoice,
  first: readonly MissingPlayerRow[],
): Promise<MissingPlayerRow[]> {
  const all = [...first];
  const total = first[0]?.total_count ?? 0;
  while (all.length < total) {
    const page = await missingPlayersFrom(matches, all.length);
    if (page.length === 0) break;
    all.push(...page);
  }
  return all;
}

function missingPlayersFrom(_matches: MatchChoice, page_offset: number): Promise<MissingPlayerRow[]> {
  return dataOf(
    backend().rest.rpc("players_missing_predictions", {
      _match_id: null,
      _matches,
      page_limit: missingPageSize,
      page_offset,
    }),
  );
}
