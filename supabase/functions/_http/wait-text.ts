import { plural } from "./plural.ts";
/** How long to wait, for an error message. */
export function waitText(seconds: number): string {
  return seconds <= 60 ? plural(seconds, "second") : plural(Math.ceil(seconds / 60), "minute");
}
