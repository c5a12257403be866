import * as words from "#words/football";
import type { LiveScoreRow } from "../../../../backend/types/rows.ts";

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
