import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { batch, isFreshCompletion } from "./match-completions.ts";

describe("isFreshCompletion", () => {
  const at = "2000-01-01T15:00:00.123Z";

  it("is true only for the update that completed the match", () => {
    expect(isFreshCompletion({ status: "completed", completed_at: at, updated_at: at })).toBe(true);
    expect(
      isFreshCompletion({ status: "completed", completed_at: at, updated_at: "2000-01-01T16:00:00Z" }),
    ).toBe(false);
    expect(isFreshCompletion({ status: "live", completed_at: null, updated_at: at })).toBe(false);
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
