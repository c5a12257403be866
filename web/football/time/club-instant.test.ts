import { describe, expect, it } from "vitest";
import { clubInstant } from "./club-instant.ts";

describe("a club-local date and time", () => {
  it("is an instant of the club's zone, summer time included", () => {
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
  ])("of %j and %j is none", (date, time) => {
    expect(clubInstant(date, time, "Indian/Mauritius")).toBeNull();
  });
});
