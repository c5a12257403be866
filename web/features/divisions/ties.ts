import * as words from "#words/divisions";
import * as footballWords from "#words/football";
import type { DivisionFixtureRow } from "../../backend/types/division-rows.ts";
import { counts, leadOf, type TieMatchday } from "../../football/ties/tie-state.ts";

/** A tie of the member. `opponent` is null for a ghost. */
export interface OwnTie extends TieMatchday, Pick<DivisionFixtureRow, "number" | "round"> {
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

/** The first name of the opponent. */
export function firstNameOf({ opponent }: Pick<OwnTie, "opponent">): string {
  return opponent ? (opponent.name.split(" ")[0] ?? "") : words.ghost;
}

export function opponentName({ opponent }: Pick<OwnTie, "opponent">): string {
  return opponent?.name ?? words.ghost;
}

/** Who leads or has won. */
export function verdictOf(tie: OwnTie): string {
  const lead = leadOf(tie);
  const name = opponentName(tie);
  if (tie.state === "dropped") return words.notPlayed;
  if (lead === null) return footballWords.notBegun;
  if (counts(tie)) {
    if (tie.matches === 0) return words.voidMatchday;
    return lead === 0 ? words.itWasLevel : lead > 0 ? footballWords.youWon : footballWords.theyWon({ name });
  }
  if (tie.matches_completed === 0) return footballWords.noMatchIsOver;
  return lead === 0
    ? words.levelAsItStands
    : lead > 0
      ? footballWords.youLead
      : footballWords.theyLead({ name });
}
