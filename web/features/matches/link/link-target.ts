import type { MatchRow } from "../../../backend/types/rows.ts";
import { nextMatch } from "../../../paths.ts";

/**
 * The id of the match that an address leads to (`matchPath`). The next match is the first that the player may predict and has
 * not, or the first of all; null without one. `mine` must be in the order of the locks.
 */
export function linkTarget(
  wanted: string,
  mine: readonly Pick<MatchRow, "id">[],
  predictions: Pick<ReadonlyMap<string, unknown>, "has">,
): string | null {
  if (wanted !== nextMatch) return wanted;
  return (mine.find(({ id }) => !predictions.has(id)) ?? mine[0])?.id ?? null;
}
