import { queryOptions } from "@tanstack/react-query";
import { backend } from "../connection/client.ts";
import { dataOf } from "../connection/response.ts";
import { serverNow } from "../connection/server-clock.ts";
import type { MatchRow } from "../types/rows.ts";
import { subject } from "./query-keys.ts";
import { byTime, onDeviceDated } from "./query-meta.ts";

/** The matches of each competition's next round, in order of their locks. Visible to everyone. */
export const nextMatches = queryOptions({
  queryKey: [subject.matches, "next"],
  meta: {
    ...onDeviceDated,
    matchList: {
      has: isOpen,
      order: byTime("locks_at"),
      only: (rows, { nextRounds }) => nextRounds(rows.filter(isOpen)),
      // The next round of a competition may begin with another match.
      isIncomplete: (before, after) => {
        const [was, is] = [firstOfEach(before), firstOfEach(after)];
        return [...was.keys(), ...is.keys()].some((league) => !beginsAs(was.get(league), is.get(league)));
      },
    },
  },
  queryFn: () => dataOf(backend().rest.rpc("next_rounds", {}, { get: true })),
});

function isOpen({ status, locks_at }: MatchRow): boolean {
  return status === "upcoming" && Date.parse(locks_at) > serverNow();
}

/** The match of each competition that locks next. */
function firstOfEach(inOrder: readonly MatchRow[]): Map<string, MatchRow> {
  return new Map(inOrder.toReversed().map((match) => [match.league, match]));
}

function beginsAs(one: MatchRow | undefined, other: MatchRow | undefined): boolean {
  return (["locks_at", "season", "round"] as const).every((column) => one?.[column] === other?.[column]);
}
