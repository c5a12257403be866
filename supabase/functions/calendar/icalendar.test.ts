import { expect, it } from "vitest";
import * as words from "../_words/generated/en/calendar.ts";
import { icalendar } from "./icalendar.ts";

const match = {
  id: "0f8fad5b-d9cb-469f-a165-70867728950e",
  home: "Leeds",
  away: "Hull",
  league: "FA Cup",
  round: null as string | null,
  kickoffAt: Date.parse("2027-12-31T12:00:00Z"),
  day: "2027-12-31",
  isConfirmed: true,
  isCancelled: false,
  isPostponed: false,
  sequence: 0,
  changedAt: 0,
};
const starts = (more: Partial<typeof match>) =>
  icalendar({ words, urlOf: (id) => `http://club.test/${id}`, matches: [{ ...match, ...more }] })
    .split("\r\n")
    .filter((line) => /^DT(START|END)|^STATUS/.test(line));

it("a match with a known time lasts two hours", () => {
  expect(starts({})).toEqual(["DTSTART:20271231T120000Z", "DTEND:20271231T140000Z", "STATUS:CONFIRMED"]);
});

it("a match whose time is to be confirmed takes its announced day", () => {
  expect(starts({ isConfirmed: false })).toEqual([
    "DTSTART;VALUE=DATE:20271231",
    "DTEND;VALUE=DATE:20280101",
    "STATUS:TENTATIVE",
  ]);
});

it("a postponed match is cancelled on its old day until it has another", () => {
  const calendar = icalendar({
    words,
    urlOf: (id) => `http://club.test/${id}`,
    matches: [{ ...match, isConfirmed: false, isPostponed: true }],
  });
  expect(calendar.split("\r\n").filter((line) => /^(STATUS|SUMMARY|DESCRIPTION)/.test(line))).toEqual([
    "SUMMARY:Leeds v Hull (postponed)",
    "DESCRIPTION:FA Cup\\nPostponed: there is no new date yet.",
    "STATUS:CANCELLED",
  ]);
});

it("a round cannot add a line to the calendar", () => {
  const calendar = icalendar({
    words,
    urlOf: (id) => `http://club.test/${id}`,
    matches: [{ ...match, round: "Final\rATTENDEE:mailto:a@b.test\u000b\nURL:http://evil.test" }],
  });
  expect(
    calendar.split(/\r\n|\r|\n|\v/).filter((line) => /^(ATTENDEE|URL:http:\/\/evil)/.test(line)),
  ).toEqual([]);
  expect(calendar).toContain("FA Cup\\, Final\\nATTENDEE");
});
