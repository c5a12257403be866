/**
 * What the club's messages say in the language of their reader: the bell, push messages and emails. The database stores a message as
 * facts, { kind, ... }, and its English text. Messages that people have written have no facts and are shown as they are.
 */
import { backupFailed } from "./club-messages.ts";
import type { Facts, FactsOf } from "./facts.ts";
import {
  calledOff,
  matchChange,
  matchChanges,
  matchToCheck,
  reminder,
  reopened,
  subscription,
} from "./match-messages.ts";
import { results, winner, winnersCorrected } from "./result-messages.ts";
import type { Speech, Text } from "./speech.ts";

const WRITERS: { [Kind in Facts["kind"]]: (speech: Speech, facts: FactsOf<Kind>) => Text | null } = {
  reminder,
  match_change: matchChange,
  match_changes: matchChanges,
  reopened,
  subscription_ends: subscription,
  subscription_ended: subscription,
  results,
  winner,
  winners_corrected: winnersCorrected,
  results_to_enter: ({ words }, { count }) => ({
    title: words.resultsToEnter({ count }),
    body: words.withoutAResult({ count }),
  }),
  match_to_check: matchToCheck,
  match_called_off: calledOff,
  backup_failed: backupFailed,
};

/** The kinds of messages that have facts. */
export const KINDS: readonly string[] = Object.keys(WRITERS);

/** The text of a message; null without facts, and for a kind that this build does not know. */
export function textOf(facts: unknown, speech: Speech): Text | null {
  const kind = typeof facts === "object" && facts !== null ? Reflect.get(facts, "kind") : null;
  if (typeof kind !== "string" || !Object.hasOwn(WRITERS, kind)) return null;
  const write = WRITERS[kind as Facts["kind"]] as (speech: Speech, facts: unknown) => Text | null;
  return write(speech, facts);
}
