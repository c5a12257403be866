import type { MatchRow } from "../types/rows.ts";

/** Milliseconds for which a completion is news: a little longer than the slowest scoring of a large club takes. */
const newsMs = 180_000;

/**
 * Recognises the updates that complete a match, each once. A realtime event carries no old row, so the database sets
 * `completed_at` in that update; a later correction changes only `updated_at`. An undo of a later act restores both, so
 * what was seen or is old is not a completion.
 */
export class FreshCompletions {
  private readonly seen = new Set<string>();

  isFresh(
    { id, status, completed_at, updated_at }: Pick<MatchRow, "id" | "status" | "completed_at" | "updated_at">,
    now: number,
  ): boolean {
    if (status !== "completed" || completed_at === null || completed_at !== updated_at) return false;
    const completion = `${id} ${completed_at}`;
    if (this.seen.has(completion) || now - Date.parse(completed_at) > newsMs) return false;
    this.seen.add(completion);
    return true;
  }
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
