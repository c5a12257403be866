import { describe, expect, it } from "vitest";
import { isAwaitingResult, livePeriod } from "./awaiting-result.ts";

const kickoff = Date.parse("2000-01-01T15:00:00Z");
const match = {
  status: "live",
  league: "Premier League",
  kickoff_at: new Date(kickoff).toISOString(),
  kickoff_confirmed: true,
} as const;

describe("isAwaitingResult", () => {
  it.each([
    ["Premier League", 150],
    ["Friendly Club", 150],
    ["FA Cup", 210],
    ["League Cup", 210],
    ["Champions League", 210],
  ])("in the %s begins %i minutes after the kick-off", (league, minutes) => {
    const limit = kickoff + minutes * 60_000;
    expect(isAwaitingResult({ ...match, league }, limit - 1)).toBe(false);
    expect(isAwaitingResult({ ...match, league }, limit)).toBe(true);
  });

  it("includes matches that have not been started yet, but no postponed ones", () => {
    const later = kickoff + livePeriod(false);
    expect(isAwaitingResult({ ...match, status: "upcoming" }, later)).toBe(true);
    expect(isAwaitingResult({ ...match, status: "upcoming", kickoff_confirmed: false }, later)).toBe(false);
  });

  it("ends with a result or a cancellation", () => {
    const later = kickoff + livePeriod(false);
    expect(isAwaitingResult({ ...match, status: "completed" }, later)).toBe(false);
    expect(isAwaitingResult({ ...match, status: "cancelled" }, later)).toBe(false);
  });
});
