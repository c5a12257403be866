import * as words from "#words/divisions";
import type { DivisionFixtureRow } from "../../backend/types/division-rows.ts";
import { kickOffInSentence } from "../../football/time/kick-off.ts";

/** A tie of the member. `opponent` is null for a ghost. */
export interface OwnTie
  extends Pick<
    DivisionFixtureRow,
    "number" | "round" | "state" | "matches" | "matches_completed" | "starts_at" | "settles_at"
  > {
  opponent: { id: string; name: string } | null;
  mine: number | null;
  theirs: number | null;
}

/** The member's ties in the order of the matchdays. */
export function ownTies(fixtures: readonly DivisionFixtureRow[], userId: string): OwnTie[] {
  return fixtures.flatMap((row) => {
    if (row.first_id !== userId && row.second_id !== userId) return [];
    const first = { id: row.first_id, name: row.first_name, points: row.first_points };
    const second = { id: row.second_id, name: row.second_name, points: row.second_points };
    const [me, them] = row.first_id === userId ? [first, second] : [second, first];
    const opponent = them.id === null ? null : { id: them.id, name: them.name ?? "" };
    return [{ ...row, opponent, mine: me.points, theirs: them.points }];
  });
}

export function opponentName({ opponent }: Pick<OwnTie, "opponent">): string {
  return opponent?.name ?? words.ghost;
}

/** Whether the matchday is in the tables. */
export function counts({ state }: Pick<OwnTie, "state">): boolean {
  return state === "over" || state === "settled";
}

/** The sign of what the member has more than the opponent; null before the matchday begins. */
export function leadOf({ mine, theirs }: Pick<OwnTie, "mine" | "theirs">): number | null {
  return mine === null || theirs === null ? null : Math.sign(mine - theirs);
}

/** Who leads or has won. */
export function verdictOf(tie: OwnTie): string {
  const lead = leadOf(tie);
  const name = opponentName(tie);
  if (tie.state === "dropped") return words.notPlayed;
  if (lead === null) return words.notBegun;
  if (counts(tie)) {
    if (tie.matches === 0) return words.voidMatchday;
    return lead === 0 ? words.itWasLevel : lead > 0 ? words.youWon : words.theyWon({ name });
  }
  if (tie.matches_completed === 0) return words.noMatchIsOver;
  return lead === 0 ? words.levelAsItStands : lead > 0 ? words.youLead : words.theyLead({ name });
}

/** On how many matches that is, and when it is final. */
export function basisOf(tie: OwnTie, now: number): string {
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
