import { describe, expect, it } from "vitest";
import { clubInstant } from "./club-instant.ts";

describe("clubInstant", () => {
  it("converts a date and time in the club's time zone, including summer time", () => {
    expect(clubInstant("2026-08-15", "20:00", "Indian/Mauritius")).toBe("2026-08-15T16:00:00.000Z");
    expect(clubInstant("2026-07-01", "12:00", "Europe/London")).toBe("2026-07-01T11:00:00.000Z");
    expect(clubInstant("2026-12-01", "12:00:30", "Europe/London")).toBe("2026-12-01T12:00:00.000Z");
  });

  it.each([
    ["", "12:00"],
    ["2026-08-15", ""],
    ["15/08/2026", "12:00"],
    ["2026-02-31", "12:00"],
    ["2026-13-01", "12:00"],
    ["2026-08-15", "24:00"],
    ["2026-08-15", "12:60"],
  ])("returns null for %j and %j", (date, time) => {
    expect(clubInstant(date, time, "Indian/Mauritius")).toBeNull();
  });
});
