import type { MatchRow } from "../types/rows.ts";

/**
 * Whether this update is the one that completed the match. A realtime event of an ordinary table carries no old row, so
 * the database stamps `completed_at` once, at that very update; a later correction moves only `updated_at`.
 */
export function isFreshCompletion(match: Pick<MatchRow, "status" | "completed_at" | "updated_at">): boolean {
  return (
    match.status === "completed" && match.completed_at !== null && match.completed_at === match.updated_at
  );
}

/**
 * Gathers a burst: calls `tell` once with all that arrived, `pause` milliseconds after the first of them.
 * Returns the collector and the function that drops what is waiting.
 */
export function batch<Item>(tell: (items: Item[]) => void, pause: number) {
  let waiting: Item[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    add: (item: Item) => {
      waiting.push(item);
      timer ??= setTimeout(() => {
        const items = waiting;
        waiting = [];
        timer = undefined;
        tell(items);
      }, pause);
    },
    drop: () => {
      clearTimeout(timer);
      timer = undefined;
      waiting = [];
    },
  };
}
