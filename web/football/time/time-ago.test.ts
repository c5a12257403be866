import { describe, expect, it } from "vitest";
import { readAt, timeAgo } from "./time-ago.ts";

const now = new Date(2026, 10, 21, 16, 10).getTime();
const before = (minutes: number) => now - minutes * 60_000;

describe("the age of what is shown", () => {
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
  ])("%s minutes old is %s", (minutes, words) => expect(timeAgo(before(minutes), now)).toBe(words));

  it("is told of an instant as the club writes it too", () => {
    expect(timeAgo(new Date(before(5)).toISOString(), now)).toBe("5 min ago");
  });

  it("comes with the clock of today, and with the day of another", () => {
    expect(readAt(before(127), now)).toBe("14:03, 2 h ago");
    expect(readAt(before(24 * 60), now)).toBe("Yesterday 16:10, 1 d ago");
  });
});
