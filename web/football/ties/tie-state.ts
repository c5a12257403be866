import * as words from "#words/football";
import type { DivisionFixtureRow } from "../../backend/types/division-rows.ts";
import { kickOffInSentence } from "../time/kick-off.ts";

/** The matchday of a tie. */
export type TieMatchday = Pick<
  DivisionFixtureRow,
  "state" | "matches" | "matches_completed" | "starts_at" | "settles_at"
>;
export type TieState = TieMatchday["state"];

/** Whether the matchday is in the tables. */
export function counts({ state }: Pick<TieMatchday, "state">): boolean {
  return state === "over" || state === "settled";
}

/** The sign of what the member has more than the opponent; null before the matchday begins. */
export function leadOf({ mine, theirs }: { mine: number | null; theirs: number | null }): number | null {
  return mine === null || theirs === null ? null : Math.sign(mine - theirs);
}

/** On how many matches the points of a tie are, and when it is final. */
export function basisOf(tie: TieMatchday, now: number): string {
  const { state, matches, matches_completed: completed, starts_at, settles_at } = tie;
  const sentences = [
    state === "upcoming" &&
      starts_at !== null &&
      words.firstLockAt({ time: kickOffInSentence(starts_at, now) }),
    (state === "running" || (counts(tie) && completed < matches)) && words.onMatches({ completed, matches }),
    state === "running" && settles_at !== null && words.finalAt({ time: kickOffInSentence(settles_at, now) }),
    state === "over" &&
      settles_at !== null &&
      words.correctedUntil({ time: kickOffInSentence(settles_at, now) }),
  ];
  return sentences.filter(Boolean).join(" ");
}
