import { expect, it } from "vitest";
import { clubKickOff } from "./club-kick-off.ts";

const match = { match_date: "2000-01-01", match_time: "18:00:00", kickoff_confirmed: true };

it("shows the date and time in the club's time zone, and the year if it differs", () => {
  expect(clubKickOff(match, 2000)).toBe("Sat 1 Jan, 18:00");
  expect(clubKickOff(match, 2001)).toBe("1 Jan 2000, 18:00");
  expect(clubKickOff({ ...match, kickoff_confirmed: false }, 2000)).toBe("Sat 1 Jan, to be confirmed");
});
