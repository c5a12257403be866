import type { MatchPickRow } from "../../backend/types/rows.ts";
import { outcomeOf, pointsFor, type Scoreline } from "../../football/rules/points.ts";

/** How these picks divide between home win, draw and away win. */
export function splitOf(picks: readonly MatchPickRow[]): { home: number; draw: number; away: number } {
  const split = { home: 0, draw: 0, away: 0 };
  for (const pick of picks) {
    split[outcomeOf({ home: pick.home_prediction, away: pick.away_prediction })] += 1;
  }
  return split;
}

/** The picks that earn most first, equal ones by name. Before any score, by name alone. */
export function bestFirst(picks: readonly MatchPickRow[], score: Scoreline | null): MatchPickRow[] {
  const points = (row: MatchPickRow) =>
    row.points_earned ??
    (score ? pointsFor({ home: row.home_prediction, away: row.away_prediction }, score) : 0);
  return picks.toSorted(
    (one, other) => points(other) - points(one) || one.full_name.localeCompare(other.full_name),
  );
}
