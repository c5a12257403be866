import { backend } from "../connection/client.ts";
import { dataOf } from "../connection/response.ts";
import { subject } from "../queries/query-keys.ts";
import { included } from "../requests/included.ts";
import type { MatchRow } from "../types/rows.ts";
import type { ClubListener } from "./club-changes.ts";

/** What public.changed_since() answers. */
interface ChangedSince {
  now: number;
  known: boolean;
  matches?: MatchRow[];
  deleted?: string[];
  subjects?: string[];
}

/** Asks for missed changes now, where no channel can be joined. Set while the page follows the club. */
export const missedChanges: { ask?: () => void } = {};

/** What the listener is told of another subject than matches: `settings` has consequences of its own. */
type Told = Pick<ClubListener, "match" | "matchDeleted" | "settings" | "own">;

/**
 * Asks what was committed since the page's answers, and tells the listener, as if it had been connected. `unknown` is called
 * if the host cannot say so, or does not answer: everything may be out of date. Call when the channels are joined.
 */
export async function catchUp(listener: Told, unknown: () => void): Promise<void> {
  const asked = [...included];
  const since = includedByAll();
  const changed = await dataOf<unknown>(
    backend().rest.rpc("changed_since", since === null ? {} : { _since: since }),
  ).catch(() => null);
  const answer = changed as ChangedSince | null;
  if (answer) caughtUpTo(answer.now, asked);
  if (!answer?.known) return unknown();
  for (const row of answer.matches ?? []) listener.match(row);
  for (const id of answer.deleted ?? []) listener.matchDeleted(id);
  for (const word of answer.subjects ?? [])
    if (word === subject.settings) listener.settings();
    else listener.own(word);
}

/** What all answers of the page include: every transaction before this number; null if that is not known. */
export function includedByAll(): number | null {
  const numbers = [...included].flatMap((text) => Number(text) || []);
  return numbers.length > 0 ? Math.min(...numbers) : null;
}

/**
 * Call when the page has every change before this number, which replaces these. An answer that has arrived meanwhile may be
 * older than all of them, so its number stays.
 */
export function caughtUpTo(number: number, asked: Iterable<string | null> = included): void {
  for (const text of [...asked]) included.delete(text);
  included.add(String(number));
}
