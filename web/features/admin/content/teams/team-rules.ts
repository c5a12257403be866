import * as words from "#words/admin-content";
import { field } from "../../../../backend/edits/save-edit.ts";
import { problemWithCharacters, sanitise } from "../../../../ui/text/sanitise.ts";

export interface TeamFields {
  name: string;
  logo: string;
}

/** The fields as the question about two edits shows them. */
export const teamEditFields = [
  field<TeamFields>(words.name, ["name"]),
  field<TeamFields>(words.logoUrl, ["logo"]),
];

/** The values to store: the sanitised name, and null for an empty URL. */
export function cleaned({ name, logo }: TeamFields): { name: string; logo_url: string | null } {
  return { name: sanitise(name), logo_url: logo.trim() || null };
}

/** Why the team cannot be saved, or null. */
export function problemWith(fields: TeamFields): string | null {
  const { name, logo_url: logo } = cleaned(fields);
  if (name === "") return words.teamNameIsRequired;
  if (logo !== null && !isWebAddress(logo)) return words.logoUrlMustBeWeb;
  return problemWithCharacters(fields.name);
}

function isWebAddress(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
}
