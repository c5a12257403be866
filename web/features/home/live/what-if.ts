/** What the scores of live matches do to a player's place, computed from picks that everyone may see. */
import type { LiveStandingRow } from "../../../backend/types/rows.ts";
import { kindOfPoints, type Prediction, pointsFor, type Scoreline } from "../../../football/rules/points.ts";

/** The members of one leaderboard near the player, with the number of those who stay ahead whatever happens. */
export interface NearBoard {
  /** Null for the club. */
  groupId: string | null;
  name: string | null;
  colours: readonly [first: string, second: string] | null;
  ahead: number;
  rows: readonly LiveStandingRow[];
}

export type Scores = ReadonlyMap<string, Scoreline>;

/** A member's place. `gained`: the points from live matches. */
export interface Standing {
  row: LiveStandingRow;
  rank: number;
  points: number;
  perfect: number;
  gained: number;
}

/** What a change of scores does to the player on one board, compared with the confirmed points. */
export interface Effect {
  rank: number;
  confirmedRank: number;
  /** Members whom the player passes, and who pass the player, the best placed first. */
  passed: readonly Standing[];
  passedBy: readonly Standing[];
  /** The nearest member in front, and behind; members with the same rank are in neither. */
  above: Standing | undefined;
  below: Standing | undefined;
  /** A member who was in front and has the same rank now. */
  levelWith: Standing | undefined;
  points: number;
}

/** The boards of the rows in their order. */
export function boardsOf(rows: readonly LiveStandingRow[]): NearBoard[] {
  const boards = new Map<string | null, NearBoard & { rows: LiveStandingRow[] }>();
  for (const row of rows) {
    const known = boards.get(row.group_id);
    if (known) known.rows.push(row);
    else
      boards.set(row.group_id, {
        groupId: row.group_id,
        name: row.group_name,
        colours: row.first_colour && row.second_colour ? [row.first_colour, row.second_colour] : null,
        ahead: row.ahead,
        rows: [row],
      });
  }
  return [...boards.values()];
}

/** The pick of a row for a match. */
export function pickOf(row: LiveStandingRow | undefined, matchId: string): Prediction | undefined {
  const pick = row?.picks[matchId];
  return pick && { home: pick[0], away: pick[1], isDouble: pick[2] === 1 };
}

/** The board at these scores, best first. Members of equal points are ordered as the database orders them. */
export function standingsAt(board: NearBoard, scores: Scores): Standing[] {
  const standings = board.rows.map((row): Standing => {
    let gained = 0;
    let perfect = row.perfect_scores;
    for (const [match, score] of scores) {
      const pick = pickOf(row, match);
      if (!pick) continue;
      const points = pointsFor(pick, score);
      gained += points;
      if (kindOfPoints(points) === "exact") perfect += 1;
    }
    return { row, rank: 0, points: row.points + gained, perfect, gained };
  });
  standings.sort(compare);
  for (const [at, standing] of standings.entries()) {
    const before = standings[at - 1];
    standing.rank = before && compare(before, standing) === 0 ? before.rank : board.ahead + at + 1;
  }
  return standings;
}

/** What these scores do to the player; null if the board does not have the player. */
export function effectOf(board: NearBoard, scores: Scores, player: string): Effect | null {
  const before = new Map(standingsAt(board, new Map()).map((standing) => [standing.row.user_id, standing]));
  const after = standingsAt(board, scores);
  const mine = after.find(({ row }) => row.user_id === player);
  const mineBefore = before.get(player);
  if (!mine || !mineBefore) return null;
  const wasAhead = ({ row }: Standing) => (before.get(row.user_id)?.rank ?? 0) < mineBefore.rank;
  const wasBehind = ({ row }: Standing) => (before.get(row.user_id)?.rank ?? 0) > mineBefore.rank;
  return {
    rank: mine.rank,
    confirmedRank: mineBefore.rank,
    passed: after.filter((other) => other.rank > mine.rank && wasAhead(other)),
    passedBy: after.filter((other) => other.rank < mine.rank && wasBehind(other)),
    above: after.findLast(({ rank }) => rank < mine.rank),
    below: after.find(({ rank }) => rank > mine.rank),
    levelWith: after.find((other) => other !== mine && other.rank === mine.rank && wasAhead(other)),
    points: mine.points,
  };
}

/** The rows around the player, at most `count` of them. */
export function around(standings: readonly Standing[], player: string, count: number): Standing[] {
  const at = standings.findIndex(({ row }) => row.user_id === player);
  const from = Math.max(0, Math.min(at - Math.floor(count / 2), standings.length - count));
  return standings.slice(from, from + count);
}

function compare(one: Standing, other: Standing): number {
  return other.points - one.points || other.perfect - one.perfect;
}
