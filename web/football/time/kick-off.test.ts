import { describe, expect, it } from "vitest";
import { percentages } from "../components/split-bar.tsx";
import { clubDate, clubDay } from "./club-day.ts";
import {
  clockTime,
  dayOfMatch,
  isLastHour,
  kickOff,
  kickOffInSentence,
  longDate,
  matchDay,
  midnightAfter,
  timeLeft,
  timeLeftChanges,
  timeLeftInWords,
} from "./kick-off.ts";
import { countdownEnd, kickOffOf, liveMinute } from "./match-time.ts";
import { timeZoneName } from "./time-zone-name.ts";

const now = new Date(2000, 0, 1, 12, 0).getTime();
const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString();

describe("timeLeft", () => {
  it("uses larger units for longer times", () => {
    expect(timeLeft(inMinutes(0.5), now)).toBe("30 sec");
    expect(timeLeft(inMinutes(42), now)).toBe("42 min");
    expect(timeLeft(inMinutes(192), now)).toBe("3 h 12 min");
    expect(timeLeft(inMinutes(26 * 60), now)).toBe("1 d 2 h");
    expect(timeLeft(inMinutes(-1), now)).toBe("");
  });

  it("changes exactly at the instant of timeLeftChanges", () => {
    for (const minutes of [0.5, 0.999, 1.2, 42.2, 192.5, 26.5 * 60]) {
      const until = inMinutes(minutes);
      const change = timeLeftChanges(until, now);
      expect(timeLeft(until, change - 1)).toBe(timeLeft(until, now));
      expect(timeLeft(until, change)).not.toBe(timeLeft(until, now));
    }
    expect(timeLeftChanges(inMinutes(-1), now)).toBe(Number.POSITIVE_INFINITY);
  });

  it("is written out for screen readers", () => {
    expect(timeLeftInWords(inMinutes(26 * 60), now)).toBe("1 day 2 hours");
    expect(timeLeftInWords(inMinutes(61), now)).toBe("1 hour 1 minute");
  });

  it("is in the last hour from 60 minutes before the lock", () => {
    expect(isLastHour(inMinutes(60), now)).toBe(true);
    expect(isLastHour(inMinutes(60.1), now)).toBe(false);
    expect(isLastHour(inMinutes(0), now)).toBe(false);
  });
});

describe("kickOff", () => {
  it("names the day relative to today in the viewer's time zone", () => {
    expect(kickOff(inMinutes(180), now)).toBe("Today 15:00");
    expect(kickOff(inMinutes(24 * 60), now)).toBe("Tomorrow 12:00");
    expect(kickOff(inMinutes(-24 * 60), now)).toBe("Yesterday 12:00");
    expect(kickOff(inMinutes(3 * 24 * 60), now)).toBe("Tue 12:00");
    expect(kickOff(inMinutes(14 * 24 * 60), now)).toBe("Sat 15 Jan, 12:00");
    expect(countdownEnd(inMinutes(14 * 24 * 60), now)).toBe("Sat 15 Jan, 12:00");
    expect(countdownEnd(inMinutes(366 * 24 * 60), now)).toBe("Mon 1 Jan 2001, 12:00");
  });

  it("has a small letter within a sentence, except for the names of days", () => {
    const texts = [180, 24 * 60, -24 * 60, 3 * 24 * 60].map((minutes) =>
      kickOffInSentence(inMinutes(minutes), now),
    );
    expect(texts).toEqual(["today 15:00", "tomorrow 12:00", "yesterday 12:00", "Tue 12:00"]);
  });

  it("changes at midnight", () => {
    const midnight = midnightAfter(now);
    expect(kickOff(inMinutes(24 * 60), midnight - 1)).toBe("Tomorrow 12:00");
    expect(kickOff(inMinutes(24 * 60), midnight)).toBe("Today 12:00");
  });

  it("writes dates as Intl does for British English, except Sep for September", () => {
    const day = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long" });
    const date = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" });
    const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    for (let at = now; at < now + 366 * 86_400_000; at += 86_400_000 + 61_000) {
      expect([matchDay(at), longDate(at), clockTime(at)]).toEqual([
        day.format(at),
        date.format(at),
        clock.format(at),
      ]);
    }
    expect([clubDay("2026-09-03"), clubDate("2026-12-24"), clubDay("2026-01-01")]).toEqual([
      "3 Sep",
      "24 Dec 2026",
      "1 Jan",
    ]);
  });

  it("names the place of a time zone", () => {
    expect(timeZoneName()).toBe(timeZoneName(Intl.DateTimeFormat().resolvedOptions().timeZone));
    expect(timeZoneName("Indian/Mauritius")).toBe("Mauritius");
    expect(timeZoneName("America/Argentina/Buenos_Aires")).toBe("Buenos Aires");
  });
});

describe("liveMinute", () => {
  it.each([
    [0, "1'"],
    [44, "45'"],
    [50, "45+'"],
    [60, "46'"],
    [81, "67'"],
    [120, "90+'"],
  ])("is %2$s %1$i minutes after kick-off", (minutes, label) => {
    expect(liveMinute(inMinutes(-minutes), now)).toBe(label);
  });
});

describe("percentages", () => {
  it("add up to a hundred", () => {
    expect(percentages([1, 1, 1])).toEqual([34, 33, 33]);
    expect(percentages([0, 0, 0])).toEqual([0, 0, 0]);
    expect(percentages([7, 0, 0])).toEqual([100, 0, 0]);
  });
});

describe("a match whose time is to be confirmed", () => {
  // In Mauritius the kick-off of a Saturday evening in London would be on Sunday.
  const match = { kickoff_at: "2000-01-08T23:59:00Z", kickoff_confirmed: false, match_date: "2000-01-08" };

  it("has its announced day wherever the viewer is, and no time", () => {
    expect(dayOfMatch(match)).toBe("Saturday 8 January");
    expect(kickOffOf(match, now)).toBe("Sat 8 Jan");
    expect(kickOffOf({ ...match, match_date: "2000-01-01" }, now)).toBe("Today");
    expect(kickOffOf({ ...match, match_date: "2000-01-05" }, now)).toBe("Wed");
  });

  it("names the old day of a postponed match, which has no day", () => {
    const postponed = { ...match, status: "upcoming", day_time_zone: null } as const;
    expect([dayOfMatch(postponed), kickOffOf(postponed, now)]).toEqual([
      "Postponed",
      "Postponed, was Sat 8 Jan",
    ]);
    expect(dayOfMatch({ ...postponed, day_time_zone: "Indian/Mauritius" })).toBe("Saturday 8 January");
    expect(dayOfMatch({ ...postponed, status: "cancelled" })).toBe("Saturday 8 January");
  });

  it("has its kick-off when the time is known", () => {
    const known = { ...match, kickoff_confirmed: true, kickoff_at: inMinutes(60) };
    expect([dayOfMatch(known), kickOffOf(known, now)]).toEqual(["Saturday 1 January", "Today 13:00"]);
  });
});
