import type { LiveScoreRow } from "../../backend/types/rows.ts";

/** The provider's state of a match; null where the match's own status is enough. */
export function stateLabel({ state, minute, is_provisional }: LiveScoreRow): string | null {
  switch (state) {
    case "scheduled":
      return null;
    case "in_play":
      return minute === null ? null : `Live ${minute}'`;
    case "half_time":
      return "Half time";
    case "extra_time":
      return minute === null ? "Extra time" : `Extra time ${minute}'`;
    case "penalties":
      return "Penalties";
    case "finished":
      return is_provisional ? "Full time, provisional" : "Full time";
    default:
      return `${state.charAt(0).toUpperCase()}${state.slice(1)}`;
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
      `${score.home + extra_home}–${score.away + extra_away} ${state === "extra_time" ? "in" : "after"} extra time`,
    );
  if (penalties_home !== null && penalties_away !== null)
    parts.push(`${penalties_home}–${penalties_away} on penalties`);
  return parts.length > 0 ? `${parts.join(", ")}. Points are for 90 minutes.` : "";
}
