import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { batch, isFreshCompletion } from "./match-completions.ts";

describe("a completion", () => {
  const at = "2000-01-01T15:00:00.123Z";

  it("is fresh only at the update that stamped it", () => {
    expect(isFreshCompletion({ status: "completed", completed_at: at, updated_at: at })).toBe(true);
    expect(
      isFreshCompletion({ status: "completed", completed_at: at, updated_at: "2000-01-01T16:00:00Z" }),
    ).toBe(false);
    expect(isFreshCompletion({ status: "live", completed_at: null, updated_at: at })).toBe(false);
  });
});

describe("a burst", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is told once, with all of it", () => {
    const told: number[][] = [];
    const burst = batch<number>((items) => told.push(items), 500);
    burst.add(1);
    burst.add(2);
    vi.advanceTimersByTime(500);
    burst.add(3);
    vi.advanceTimersByTime(500);
    expect(told).toEqual([[1, 2], [3]]);
  });

  it("is forgotten when dropped", () => {
    const told: number[][] = [];
    const burst = batch<number>((items) => told.push(items), 500);
    burst.add(1);
    burst.drop();
    vi.advanceTimersByTime(1_000);
    expect(told).toEqual([]);
  });
});
