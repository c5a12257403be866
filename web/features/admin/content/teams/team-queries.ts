import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import type { Loaded } from "../../../../backend/edits/save-edit.ts";
import type { TeamRow } from "../../../../backend/types/rows.ts";
import type { TeamFields } from "./team-rules.ts";

export type StoredTeam = Pick<TeamRow, "name" | "logo_url">;

/** A team as the form opens it. */
export function openedTeam({ name, logo_url }: StoredTeam): Loaded<TeamFields, StoredTeam> {
  return { values: { name, logo: logo_url ?? "" }, seen: { name, logo_url } };
}

export async function loadTeam(id: string): Promise<Loaded<TeamFields, StoredTeam>> {
  return openedTeam(await dataOf(backend().rest.from("teams").select("*").eq("id", id).single()));
}
