import { describe, expect, it } from "vitest";
import {
  clubDate,
  clubLongDate,
  clubMonth,
  dayInZone,
  lastDay,
  matchLabel,
  periodLabel,
} from "./club-day.ts";

it.each(["November 2026", "Matchday 12", "Round 2026", "Cup 2026"])(
  "keeps the period %s in English",
  (label) => {
    expect(periodLabel(label)).toBe(label);
  },
);

it.each([
  "Leeds v Hull, 21 Nov 2026",
  "Inter v Milan v Roma, 1 May 2027",
  "Premier League",
  "Leeds v Hull, 21 Nix 2026",
])("writes the label of a match, and leaves other texts: %s", (label) => {
  expect(matchLabel(label)).toBe(label);
});

describe("a date of the club", () => {
  it("is written the same wherever the viewer is", () => {
    expect([clubDate("2026-06-01"), clubLongDate("2026-06-01"), clubMonth("2026-06-01")]).toEqual([
      "1 Jun 2026",
      "1 June 2026",
      "June 2026",
    ]);
  });

  it("is the day of an instant in the club's time zone", () => {
    const lateEvening = Date.parse("2000-01-01T21:00:00Z");
    expect(dayInZone("Indian/Mauritius", lateEvening)).toBe("2000-01-02");
    expect(dayInZone("Europe/London", lateEvening)).toBe("2000-01-01");
  });

  // The database ends codes and subscriptions with the last second of a day in the club's time zone.
  it.each([
    ["Indian/Mauritius", "2027-05-31T19:59:59Z"],
    ["Pacific/Auckland", "2027-05-31T11:59:59Z"],
    ["America/Los_Angeles", "2027-06-01T06:59:59Z"],
    ["UTC", "2027-05-31T23:59:59+00:00"],
  ])("is the last day of a code in %s", (zone, endsAt) => {
    expect(lastDay(endsAt, zone)).toBe("31 May 2027");
  });
});
