import * as words from "#words/football";
import type { LiveScoreRow } from "../../backend/types/rows.ts";

/** The provider's state of a match; null where the match's own status is enough. */
export function stateLabel({ state, minute, is_provisional }: LiveScoreRow): string | null {
  switch (state) {
    case "scheduled":
      return null;
    case "in_play":
      return minute === null ? null : words.liveMinute({ minute });
    case "half_time":
      return words.halfTime;
    case "extra_time":
      return minute === null ? words.extraTime : words.extraTimeMinute({ minute });
    case "penalties":
      return words.penalties;
    case "finished":
      return is_provisional ? words.fullTimeProvisional : words.fullTime;
    case "postponed":
      return words.providerPostponed;
    case "suspended":
      return words.providerSuspended;
    case "abandoned":
      return words.providerAbandoned;
    case "cancelled":
      return words.providerCancelled;
    case "awarded":
      return words.providerAwarded;
  }
}

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
