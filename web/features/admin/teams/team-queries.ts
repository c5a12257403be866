import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../backend/connection/client.ts";
import { codeOf } from "../../../backend/connection/error-messages.ts";
import { dataOf, ensureSuccess } from "../../../backend/connection/response.ts";
import { subject } from "../../../backend/queries/query-keys.ts";
import type { TeamRow } from "../../../backend/types/rows.ts";
import { AdminError } from "../mutations/use-admin-mutation.ts";

/** All teams by name. A club has a few hundred at most. */
export const allTeams = queryOptions({
  queryKey: [subject.teams, "all"],
  queryFn: () => dataOf(backend().rest.from("teams").select("*").order("name").limit(1_000)),
});

/**
 * Adds a team, or changes `existing`. The database updates the name and the logo in its matches. Throws AdminError if
 * another team has the name.
 */
export async function saveTeam(existing: TeamRow | null, fields: { name: string; logo_url: string | null }) {
  const teams = backend().rest.from("teams");
  await ensureSuccess(
    existing ? teams.update(fields).eq("id", existing.id).select("id").single() : teams.insert(fields),
  ).catch((error: unknown) => {
    if (codeOf(error) === "23505") throw new AdminError(`There is already a team called ${fields.name}`);
    throw error;
  });
}

/** Deletes a team. Refused for a team with matches (23503). */
export function deleteTeam(team: TeamRow): Promise<void> {
  return ensureSuccess(backend().rest.from("teams").delete().eq("id", team.id).select("id").single());
}
