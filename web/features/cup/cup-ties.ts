import * as words from "#words/cup";
import * as footballWords from "#words/football";
import { roundOfCup } from "../../../supabase/functions/_football/round-of-cup.ts";
import type { CupRoundRow, CupTieRow } from "../../backend/types/cup-rows.ts";
import { counts, type TieMatchday } from "../../football/ties/tie-state.ts";
import { roundName } from "../../football/time/round-name.ts";
import type { Cup } from "./cup-queries.ts";

/** A side of a tie. `id` is null for a member who has left, and where there is none. */
export interface Side {
  id: string | null;
  name: string | null;
  points: number | null;
  perfectScores: number | null;
  place: number | null;
}

/** A tie of the member with its round. `isAhead` is null before the round begins. */
export interface OwnTie extends TieMatchday {
  number: number;
  round: string;
  me: Side;
  opponent: Side;
  by: CupTieRow["by"];
  isAhead: boolean | null;
}

export function sidesOf(tie: CupTieRow): [Side, Side] {
  return [
    {
      id: tie.first_id,
      name: tie.first_name,
      points: tie.first_points,
      perfectScores: tie.first_perfect_scores,
      place: tie.first_place,
    },
    {
      id: tie.second_id,
      name: tie.second_name,
      points: tie.second_points,
      perfectScores: tie.second_perfect_scores,
      place: tie.second_place,
    },
  ];
}

/** The member's ties in the order of the rounds. */
export function ownTies({ rounds, ties }: Pick<Cup, "rounds" | "ties">, userId: string): OwnTie[] {
  return ties.flatMap((tie) => {
    const at = sidesOf(tie).findIndex(({ id }) => id === userId);
    const round = rounds.find(({ number }) => number === tie.number);
    const [first, second] = sidesOf(tie);
    if (at < 0 || !round) return [];
    const [me, opponent] = at === 0 ? [first, second] : [second, first];
    return [
      { ...round, me, opponent, by: tie.by, isAhead: tie.ahead === null ? null : tie.ahead === at + 1 },
    ];
  });
}

/** Whether the member has no opponent: nobody was drawn, or nobody goes on to the tie. */
export function isWithoutOpponent({ opponent }: OwnTie): boolean {
  return opponent.id === null && opponent.place === null;
}

/** The name of a round of the cup. */
export const roundTitle = (number: number, rounds: number) => roundName(roundOfCup(number, rounds));

/** What decides a tie if it is not points: `Perfect scores 2–1`; empty if points do. */
export function deciderOf(by: CupTieRow["by"], [first, second]: readonly [Side, Side]): string {
  if (by === "perfect_scores")
    return words.perfectScoresDecide({
      first: first.perfectScores ?? 0,
      second: second.perfectScores ?? 0,
    });
  if (by === "place") return words.placeDecides({ first: first.place ?? 0, second: second.place ?? 0 });
  if (by === "walkover") return words.walkover;
  return by === "bye" ? words.bye : "";
}

/** Who leads or has won, and by what. */
export function verdictOf(tie: OwnTie): string {
  const { state, me, opponent, by, isAhead, matches_completed: completed } = tie;
  const name = opponent.name ?? words.aMemberWhoLeft;
  if (state === "dropped") return words.notPlayed;
  if (isAhead === null) return footballWords.notBegun;
  if (by === "walkover") return isAhead ? words.youWinByWalkover : words.theyWinByWalkover({ name });
  if (completed === 0 && !counts(tie)) return footballWords.noMatchIsOver;
  const lead = counts(tie)
    ? isAhead
      ? footballWords.youWon
      : footballWords.theyWon({ name })
    : isAhead
      ? footballWords.youLead
      : footballWords.theyLead({ name });
  const decider = deciderOf(by, [me, opponent]);
  return decider === "" ? lead : `${lead} ${words.levelOnPoints({ decider })}`;
}

/** The side of the final that has won; null until it has settled, or if nobody won. */
export function winnerOf({ cup, ties, rounds }: Cup): Side | null {
  const final = ties.find(({ number }) => number === cup.rounds);
  const isSettled = rounds.some(({ number, state }) => number === cup.rounds && state === "settled");
  if (!final || !isSettled || final.ahead === null) return null;
  return sidesOf(final)[final.ahead - 1] ?? null;
}

/** A place in the bracket: a tie that is known, or one whose members are still to be found. */
export interface BracketTie {
  number: number;
  tie: number;
  round: CupRoundRow | undefined;
  known: CupTieRow | null;
}

/** The ties of a round, known or not. */
export function tiesOfRound({ cup, rounds, ties }: Cup, number: number): BracketTie[] {
  const round = rounds.find((row) => row.number === number);
  return Array.from({ length: cup.size >> number }, (_, at) => ({
    number,
    tie: at + 1,
    round,
    known: ties.find((row) => row.number === number && row.tie === at + 1) ?? null,
  }));
}
