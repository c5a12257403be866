import type { MatchRow } from "../types/rows.ts";

/**
 * Whether this update completed the match. A realtime event carries no old row, so the database sets `completed_at`
 * once, in that update; a later correction changes only `updated_at`.
 */
export function isFreshCompletion(match: Pick<MatchRow, "status" | "completed_at" | "updated_at">): boolean {
  return (
    match.status === "completed" && match.completed_at !== null && match.completed_at === match.updated_at
  );
}

/**
 * Batches items: calls `flush` once with all of them, `pause` milliseconds after the first. `drop` discards the waiting
 * ones.
 */
export function batch<Item>(flush: (items: Item[]) => void, pause: number) {
  let waiting: Item[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    add: (item: Item) => {
      waiting.push(item);
      timer ??= setTimeout(() => {
        const items = waiting;
        waiting = [];
        timer = undefined;
        flush(items);
      }, pause);
    },
    drop: () => {
      clearTimeout(timer);
      timer = undefined;
      waiting = [];
    },
  };
}
