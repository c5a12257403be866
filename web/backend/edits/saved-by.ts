import * as words from "#words/backend";
import { serverNow } from "../connection/server-clock.ts";
import { factsOf } from "../sentences/sentence.ts";

/**
 * Who saved what the caller would have replaced, from a refusal with SL016: `Anna saved this at 14:03.` Null if the database
 * does not say it: it tells only organisers.
 */
export function savedBy(error: unknown, now = serverNow()): string | null {
  const facts = factsOf(error);
  if (typeof facts !== "object" || facts === null || !("saved_at" in facts)) return null;
  const time = momentOf(new Date(String(facts.saved_at)), new Date(now));
  if ("is_me" in facts && facts.is_me === true) return words.savedByYou({ time });
  const name = "saved_by" in facts && typeof facts.saved_by === "string" ? facts.saved_by : words.anOrganiser;
  return words.savedByName({ name, time });
}

/** `14:03`, or `28/11/2026, 14:03` on another day, in the viewer's time zone. */
function momentOf(at: Date, now: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const clock = `${two(at.getHours())}:${two(at.getMinutes())}`;
  return at.toDateString() === now.toDateString()
    ? clock
    : `${two(at.getDate())}/${two(at.getMonth() + 1)}/${at.getFullYear()}, ${clock}`;
}
