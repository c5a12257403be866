import * as words from "#words/groups";
import type { LeaderboardRow } from "../../../backend/types/rows.ts";
import { ordinal } from "../../../football/rules/ranking.ts";

export interface Standing {
  row: LeaderboardRow;
  rank: number;
  /** `3rd of 6`. */
  place: string;
  /** The points, and the distance to the players around. */
  figures: { value: number | string; word: string }[];
}

/**
 * The player's standing by the first rows of a leaderboard, best first. `players` is null if their number is unknown.
 * Null while nobody has points, for a player who is not among these rows, and without another player.
 */
export function standingOf(
  rows: readonly LeaderboardRow[],
  player: string | undefined,
  players: number | null,
): Standing | null {
  const at = rows.findIndex(({ user_id }) => user_id === player);
  const row = rows[at];
  const [top] = rows;
  if (!row || !top || row.rank === null || top.points === 0 || rows.length < 2) return null;
  const { rank, points } = row;
  const figures: Standing["figures"] = [{ value: points, word: words.points({ points }) }];
  const tied = rows.find((other) => other.rank === rank && other !== row);
  const above = rows.findLast((other) => other.rank !== null && other.rank < rank);
  const below = rows[at + 1];
  if (above) figures.push(distance(above.points - points, words.behindName, above.full_name));
  if (above && above.rank !== top.rank) figures.push({ value: top.points - points, word: words.offTheTop });
  else if (tied) figures.push(distance(0, words.aheadOfName, tied.full_name));
  else if (below) figures.push(distance(points - below.points, words.aheadOfName, below.full_name));
  return {
    row,
    rank,
    place: players === null ? ordinal(rank) : words.placeOfPlayers({ place: ordinal(rank), players }),
    figures,
  };
}

/** Players with equal points differ by their perfect scores, or share the rank. */
function distance(
  points: number,
  side: (player: { name: string }) => string,
  name: string,
): Standing["figures"][number] {
  return points === 0
    ? { value: words.level, word: words.levelWith({ name }) }
    : { value: points, word: side({ name }) };
}
