import { z } from "zod";
import type { ProviderMatch } from "./provider.ts";

const goals = z.number().int().min(0).max(50).nullish();
/** A score in both providers' format; more than 50 goals are an error. */
export const pair = z.object({ home: goals, away: goals }).nullish();
type Pair = z.infer<typeof pair>;

type Goals = Pick<
  ProviderMatch,
  "home_score" | "away_score" | "extra_home" | "extra_away" | "penalties_home" | "penalties_away"
>;

/** Null if the goals of one team are missing. */
export function goalsOf(scores: { ninety: Pair; extra: Pair; penalties: Pair }): Goals {
  const [home_score, away_score] = whole(scores.ninety);
  const [extra_home, extra_away] = whole(scores.extra);
  const [penalties_home, penalties_away] = whole(scores.penalties);
  return { home_score, away_score, extra_home, extra_away, penalties_home, penalties_away };
}

function whole(score: Pair): readonly [number, number] | readonly [null, null] {
  return typeof score?.home === "number" && typeof score.away === "number"
    ? [score.home, score.away]
    : [null, null];
}
