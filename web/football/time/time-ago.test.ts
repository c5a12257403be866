import { describe, expect, it } from "vitest";
import { readAt, timeAgo } from "./time-ago.ts";

const now = new Date(2026, 10, 21, 16, 10).getTime();
const before = (minutes: number) => now - minutes * 60_000;

describe("timeAgo and readAt", () => {
  it.each([
    [0, "just now"],
    [0.16, "just now"],
    [0.75, "45 sec ago"],
    [1, "1 min ago"],
    [59.9, "59 min ago"],
    [60, "1 h ago"],
    [127, "2 h ago"],
    [24 * 60, "1 d ago"],
    [-3, "just now"],
  ])("for %s minutes is %s", (minutes, words) => expect(timeAgo(before(minutes), now)).toBe(words));

  it("accepts an ISO instant", () => {
    expect(timeAgo(new Date(before(5)).toISOString(), now)).toBe("5 min ago");
  });

  it("adds the time of day, and the day if it is not today", () => {
    expect(readAt(before(127), now)).toBe("14:03, 2 h ago");
    expect(readAt(before(24 * 60), now)).toBe("Yesterday 16:10, 1 d ago");
  });
});
