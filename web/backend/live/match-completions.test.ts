import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { batch, FreshCompletions } from "./match-completions.ts";

describe("FreshCompletions", () => {
  const at = "2000-01-01T15:00:00.123Z";
  const now = Date.parse(at) + 5_000;
  const completed = { id: "match", status: "completed", completed_at: at, updated_at: at } as const;

  it("recognises only the update that completed the match", () => {
    const fresh = (match: Parameters<FreshCompletions["isFresh"]>[0]) =>
      new FreshCompletions().isFresh(match, now);
    expect(fresh(completed)).toBe(true);
    expect(fresh({ ...completed, updated_at: "2000-01-01T16:00:00Z" })).toBe(false);
    expect(fresh({ ...completed, status: "live", completed_at: null })).toBe(false);
  });

  it("does not take an undo that restores a result for another completion", () => {
    const completions = new FreshCompletions();
    expect(completions.isFresh(completed, now)).toBe(true);
    expect(completions.isFresh(completed, now)).toBe(false);
    expect(completions.isFresh({ ...completed, id: "another" }, now)).toBe(true);
    expect(new FreshCompletions().isFresh(completed, Date.parse(at) + 180_001)).toBe(false);
  });
});

describe("batch", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("passes all items of a pause in one call", () => {
    const batches: number[][] = [];
    const numbers = batch<number>((items) => batches.push(items), 500);
    numbers.add(1);
    numbers.add(2);
    vi.advanceTimersByTime(500);
    numbers.add(3);
    vi.advanceTimersByTime(500);
    expect(batches).toEqual([[1, 2], [3]]);
  });

  it("discards waiting items when dropped", () => {
    const batches: number[][] = [];
    const numbers = batch<number>((items) => batches.push(items), 500);
    numbers.add(1);
    numbers.drop();
    vi.advanceTimersByTime(1_000);
    expect(batches).toEqual([]);
  });
});
