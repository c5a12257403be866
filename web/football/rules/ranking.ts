import * as words from "#words/football";
import type { LeaderboardRow } from "../../backend/types/rows.ts";
import { formatNumber } from "../../ui/text/format-number.ts";

export type Movement = { kind: "none" } | { kind: "level" } | { kind: "up" | "down"; places: number };

/** A player's movement since the end of the previous day with results. */
export function movementOf({
  rank,
  previous_rank: before,
}: Pick<LeaderboardRow, "rank" | "previous_rank">): Movement {
  if (rank === null || before === null) return { kind: "none" };
  if (rank === before) return { kind: "level" };
  return rank < before ? { kind: "up", places: before - rank } : { kind: "down", places: rank - before };
}

/** A rank as text: `1st`, `2nd`, `3rd`, `11th`. */
export function ordinal(rank: number): string {
  return words.ordinal({ rank });
}

/** The accuracy in per cent, or a dash before the first scored prediction. */
export function accuracyText(accuracy: number | null): string {
  if (accuracy === null) return "–";
  return words.percent({ share: formatNumber(accuracy, 1) });
}
