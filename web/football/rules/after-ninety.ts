import * as words from "#words/football";
import type { LiveScoreRow } from "../../backend/types/rows.ts";

/** The part of a live score that came after 90 minutes. */
export type AfterNinety = Pick<
  LiveScoreRow,
  "state" | "extra_home" | "extra_away" | "penalties_home" | "penalties_away"
>;

/**
 * The result of extra time and penalties, with a note that they earn no points: `3–2 after extra time, 4–3 on penalties.
 * Points are for 90 minutes.` Empty for a match without them.
 */
export function afterNinetyLabel(
  score: { home: number | null; away: number | null },
  afterNinety: AfterNinety | undefined,
): string {
  if (!afterNinety) return "";
  const parts: string[] = [];
  const { state, extra_home, extra_away, penalties_home, penalties_away } = afterNinety;
  if (score.home !== null && score.away !== null && extra_home !== null && extra_away !== null)
    parts.push(
      (state === "extra_time" ? words.inExtraTime : words.afterExtraTime)({
        home: score.home + extra_home,
        away: score.away + extra_away,
      }),
    );
  if (penalties_home !== null && penalties_away !== null)
    parts.push(words.onPenalties({ home: penalties_home, away: penalties_away }));
  return parts.length > 0 ? words.pointsAreForNinetyMinutes({ result: parts.join(", ") }) : "";
}
