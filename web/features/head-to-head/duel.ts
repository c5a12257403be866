import type { HeadToHeadRow } from "../../backend/types/rows.ts";

/** A matchday of a duel, with the points of both players in it and since the start. */
export interface DuelRound {
  label: string;
  mine: number;
  theirs: number;
  myTotal: number;
  theirTotal: number;
}

/** The completed matches by round, or by day for matches without one, in the order of their first kick-off. */
export function roundsOf(rows: readonly HeadToHeadRow[]): DuelRound[] {
  const rounds = new Map<string, DuelRound>();
  for (const row of rows) {
    if (row.home_score === null) continue;
    const label = row.round ?? row.kickoff_at.slice(0, 10);
    const key = `${row.match_league} ${row.season} ${label}`;
    const round = rounds.get(key) ?? { label, mine: 0, theirs: 0, myTotal: 0, theirTotal: 0 };
    round.mine += row.my_points ?? 0;
    round.theirs += row.their_points ?? 0;
    rounds.set(key, round);
  }
  let myTotal = 0;
  let theirTotal = 0;
  return [...rounds.values()].map((round) => {
    myTotal += round.mine;
    theirTotal += round.theirs;
    return { ...round, myTotal, theirTotal };
  });
}

/** How many rounds each player won, and how many were level. */
export function roundWins(rounds: readonly DuelRound[]): { mine: number; theirs: number; level: number } {
  return {
    mine: rounds.filter(({ mine, theirs }) => mine > theirs).length,
    theirs: rounds.filter(({ mine, theirs }) => theirs > mine).length,
    level: rounds.filter(({ mine, theirs }) => mine === theirs).length,
  };
}

/** The matches that the players predicted differently, or that only one of them predicted; latest first. */
export function differences(rows: readonly HeadToHeadRow[]): HeadToHeadRow[] {
  return rows.filter((row) => row.my_home !== row.their_home || row.my_away !== row.their_away).toReversed();
}
