import * as words from "#words/admin-content";
import { backend } from "../../../../backend/connection/client.ts";
import { codeOf } from "../../../../backend/connection/error-kinds.ts";
import { ensureSuccess } from "../../../../backend/connection/response.ts";
import type { TeamRow } from "../../../../backend/types/rows.ts";
import { AdminError } from "../../shared/acts/use-admin-mutation.ts";
import { changeRow } from "../change-row.ts";
import type { StoredTeam } from "./team-queries.ts";

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
