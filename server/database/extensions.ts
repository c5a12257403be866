/**
 * Extensions of Supabase that are SQL and the host's work: `create extension` finds them on the embedded server. Other servers have
 * their own.
 */
import { readdirSync, readFileSync } from "node:fs";

/** Next to this module in the source, and next to the bundle, where the build of the package copies it. */
const FOLDER = new URL("./extensions/", import.meta.url);

/** Ends the version of an extension whose work the host does. */
export const BY_HOST = "+host";

/** The texts of the extensions' files by name. Empty in a build that does not have them. */
export function extensionFiles(): ReadonlyMap<string, string> {
  try {
    return new Map(readdirSync(FOLDER).map((name) => [name, readFileSync(new URL(name, FOLDER), "utf8")]));
  } catch {
    return new Map();
  }
}
