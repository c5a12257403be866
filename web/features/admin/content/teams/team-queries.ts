import * as words from "#words/admin-content";
import { backend } from "../../../../backend/connection/client.ts";
import { codeOf } from "../../../../backend/connection/error-kinds.ts";
import { dataOf, ensureSuccess } from "../../../../backend/connection/response.ts";
import type { Loaded } from "../../../../backend/edits/save-edit.ts";
import type { TeamRow } from "../../../../backend/types/rows.ts";
import { changeRow } from "../../shared/mutations/change-row.ts";
import { AdminError } from "../../shared/mutations/use-admin-mutation.ts";
import type { TeamFields } from "./team-rules.ts";

type StoredTeam = Pick<TeamRow, "name" | "logo_url">;

/** A team as the form opens it. */
export function openedTeam({ name, logo_url }: StoredTeam): Loaded<TeamFields, StoredTeam> {
  return { values: { name, logo: logo_url ?? "" }, seen: { name, logo_url } };
}

export async function loadTeam(id: string): Promise<Loaded<TeamFields, StoredTeam>> {
  return openedTeam(await dataOf(backend().rest.from("teams").select("*").eq("id", id).single()));
}

/**
 * Adds a team, or changes the one with this id if it is as it was seen (SL016). The database updates the name and the logo
 * in its matches. Throws AdminError if another team has the name.
 */
export async function saveTeam(fields: StoredTeam, existing?: { id: string; seen: StoredTeam }) {
  await (existing
    ? changeRow("teams", existing.id, fields, existing.seen)
    : ensureSuccess(backend().rest.from("teams").insert(fields))
  ).catch((error: unknown) => {
    if (codeOf(error) === "23505") throw new AdminError(words.teamExistsAlready({ name: fields.name }));
    throw error;
  });
}

/** Deletes a team. Refused for a team with matches (23503). */
export function deleteTeam(team: TeamRow): Promise<void> {
  return ensureSuccess(backend().rest.from("teams").delete().eq("id", team.id).select("id").single());
}
