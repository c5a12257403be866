import * as footballWords from "#words/football";
import type { HeadToHeadRow } from "../../backend/types/rows.ts";
import { swingOf } from "../../football/duel/duel-score.ts";
import { shortDateWithYear } from "../../football/time/match-time.ts";
import { roundName } from "../../football/time/round-name.ts";
import { shortRound } from "../../football/time/short-round.ts";

/** One of the two players; without a name while it loads. `short` is the name in rows and charts: `You`, or the first name. */
export interface DuelPlayer {
  id: string;
  name: string;
  short: string;
  isReader: boolean;
}

/** A matchday of a duel, with the points of both players in it and since the start. */
export interface DuelRound {
  label: string;
  /** Its number, if it has one: `12` for `Matchday 12`. */
  short: string;
  mine: number;
  theirs: number;
  myTotal: number;
  theirTotal: number;
}

/**
 * The completed matches by round, or for matches without one by day in the viewer's time zone, in the order of their first
 * kick-off.
 */
export function roundsOf(rows: readonly HeadToHeadRow[]): DuelRound[] {
  const rounds = new Map<string, DuelRound>();
  for (const row of rows) {
    if (row.home_score === null) continue;
    const label = row.round ? roundName(row.round) : shortDateWithYear(row.kickoff_at);
    const short = row.round ? shortRound(row.round) : label;
    const key = `${row.match_league} ${row.season} ${label}`;
    const round = rounds.get(key) ?? { label, short, mine: 0, theirs: 0, myTotal: 0, theirTotal: 0 };
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

export interface SortedMatches {
  /** With different points, the largest difference first. */
  swings: HeadToHeadRow[];
  same: HeadToHeadRow[];
  withoutResult: HeadToHeadRow[];
}

/** The matches by what they changed. Those of the same difference: latest first. */
export function sortedMatches(rows: readonly HeadToHeadRow[]): SortedMatches {
  const latestFirst = rows.toReversed();
  const completed = latestFirst.filter(({ home_score }) => home_score !== null);
  return {
    swings: completed
      .filter((row) => swingOf(row) !== 0)
      .sort((one, other) => Math.abs(swingOf(other)) - Math.abs(swingOf(one))),
    same: completed.filter((row) => swingOf(row) === 0),
    withoutResult: latestFirst.filter(({ home_score }) => home_score === null),
  };
}

/** Both players by what rows and charts call them: first names, or whole names if the first names are equal. */
export function withShortNames(first: DuelPlayer, second: DuelPlayer): [DuelPlayer, DuelPlayer] {
  const shortOf = ({ isReader, name }: DuelPlayer) =>
    isReader ? footballWords.you : (name.trim().split(/\s+/)[0] ?? name);
  const isSame = shortOf(first) === shortOf(second);
  const named = (player: DuelPlayer) => ({
    ...player,
    short: isSame && !player.isReader ? player.name : shortOf(player),
  });
  return [named(first), named(second)];
}
