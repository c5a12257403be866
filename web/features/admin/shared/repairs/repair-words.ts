/** What a merge does, in sentences. */
import type { DuplicateMatch, MatchPair } from "../../../../backend/types/admin-rows.ts";
import { clubKickOff } from "../../../../football/time/club-kick-off.ts";
import { plural, wordFor } from "../../../../ui/text/plural.ts";

/** The pair with the other match kept. */
export function swapped({ keep, remove, ...pair }: MatchPair): MatchPair {
  return { ...pair, keep: remove, remove: keep };
}

export function matchName({ home, away }: DuplicateMatch): string {
  return `${home} v ${away}`;
}

/** `Sat 21 Nov, 15:00, Matchday 12, 2–1, 12 predictions`. The year shows only where it is not `year`. */
export function matchFacts(match: DuplicateMatch, year: number): string {
  const { status, home_score, away_score, round, predictions } = match;
  const state =
    home_score !== null ? `${home_score}–${away_score}` : status === "upcoming" ? null : statusWords[status];
  return [clubKickOff(match, year), round, state, plural(predictions, "prediction")]
    .filter((fact) => fact !== null)
    .join(", ");
}

const statusWords = { live: "live", completed: "completed", cancelled: "cancelled" } as const;

/** What merging these pairs does. */
export function effectsOf(pairs: readonly MatchPair[]): string[] {
  const sum = (count: (pair: MatchPair) => number) => pairs.reduce((total, pair) => total + count(pair), 0);
  const predictions = sum(({ remove }) => remove.predictions);
  const both = sum((pair) => pair.both);
  const late = sum((pair) => pair.remove.late + (takesResult(pair) ? pair.keep.late : 0));
  const results = pairs.filter(takesResult).length;
  const exchanged = pairs.filter((pair) => pair.is_exchanged).length;
  const isOne = pairs.length === 1;
  return [
    `${plural(pairs.length, "match is", "matches are")} removed.`,
    ...(predictions > 0
      ? [
          `${plural(predictions, "prediction moves", "predictions move")} to the kept ${isOne ? "match" : "matches"}.`,
        ]
      : []),
    ...(both > 0
      ? [
          `In ${plural(both, "case")} a member predicted both matches: the later prediction counts. The other one stays in the member's log.`,
        ]
      : []),
    ...(late > 0
      ? [
          `Up to ${plural(late, "prediction was", "predictions were")} saved after the lock of the other match and ${wordFor(late, "does", "do")} not count.`,
        ]
      : []),
    ...(results > 0
      ? [
          `${plural(results, "kept match takes", "kept matches take")} the result and the kick-off of the removed one.`,
        ]
      : []),
    ...(exchanged > 0
      ? [
          `Home and away are exchanged${isOne ? "" : ` in ${plural(exchanged, "match", "matches")}`}, and so are the scores of moved predictions.`,
        ]
      : []),
    "Points, totals and honours follow.",
  ];
}

/** Whether only the removed match has a result. */
function takesResult({ keep, remove }: MatchPair): boolean {
  return remove.status === "completed" && keep.status !== "completed";
}
