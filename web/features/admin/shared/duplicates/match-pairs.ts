/** What a merge does, in sentences. */
import * as words from "#words/admin";
import * as footballWords from "#words/football";
import type { ListedMatch, MatchPair } from "../../../../backend/types/import-rows.ts";
import { clubKickOff } from "../../../../football/time/club-kick-off.ts";

/** The pair with the other match kept. */
export function swapped({ keep, remove, ...pair }: MatchPair): MatchPair {
  return { ...pair, keep: remove, remove: keep };
}

export function matchName({ home, away }: Pick<ListedMatch, "home" | "away">): string {
  return footballWords.teams({ home, away });
}

/** `Sat 21 Nov, 15:00, Matchday 12, 2–1, 12 predictions`. The year shows only where it is not `year`. */
export function matchFacts(match: ListedMatch, year: number): string {
  const { status, home_score, away_score, round, predictions } = match;
  const state =
    home_score !== null ? `${home_score}–${away_score}` : status === "upcoming" ? null : statusWords[status];
  return [clubKickOff(match, year), round, state, words.predictions({ predictions })]
    .filter((fact) => fact !== null)
    .join(", ");
}

const statusWords = { live: words.live, completed: words.completed, cancelled: words.cancelled } as const;

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
    words.matchesAreRemoved({ matches: pairs.length }),
    ...(predictions > 0 ? [words.predictionsMove({ predictions, matches: pairs.length })] : []),
    ...(both > 0 ? [words.bothPredicted({ cases: both })] : []),
    ...(late > 0 ? [words.latePredictions({ late })] : []),
    ...(results > 0 ? [words.keptMatchesTakeResult({ matches: results })] : []),
    ...(exchanged > 0
      ? [isOne ? words.sidesAreExchanged : words.sidesAreExchangedIn({ matches: exchanged })]
      : []),
    words.pointsTotalsAndHonoursFollow,
  ];
}

/** Whether only the removed match has a result. */
function takesResult({ keep, remove }: MatchPair): boolean {
  return remove.status === "completed" && keep.status !== "completed";
}
