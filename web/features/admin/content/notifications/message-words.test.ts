import { describe, expect, it } from "vitest";
import type { ClubMessageRow } from "../../../../backend/types/admin-rows.ts";
import {
  problemWithRecipients,
  reachInWords,
  recipientsInWords,
  sendTime,
  stateInWords,
  withdrawalInWords,
} from "./message-words.ts";

const zone = "Indian/Mauritius";
const now = Date.parse("2031-03-15T12:00:00Z");
const row: ClubMessageRow = {
  id: "1",
  title: "Club night",
  message: "Doors open at seven.",
  audience: "everyone",
  recipients: null,
  send_at: "2031-03-15T14:00:00Z",
  sent_at: null,
  players: null,
  withdrawn_at: null,
};

it("says to how many members a message goes and by which ways", () => {
  expect(reachInWords({ members: 42, bell: 42, push: 12, email: 30 })).toBe(
    "To 42 members: 42 in the bell, 12 by push, 30 by email",
  );
});

it.each<[Partial<ClubMessageRow>, string]>([
  [{}, "Everyone"],
  [{ audience: "subscribers", recipients: "FA Cup" }, "Subscribers of FA Cup"],
  [{ audience: "group", recipients: "Pub" }, "Group Pub"],
  [{ audience: "group" }, "A deleted group"],
  [{ audience: "missing_picks" }, "Members who miss picks"],
])("names the recipients of %j", (change, words) => {
  expect(recipientsInWords({ ...row, ...change })).toBe(words);
});

it.each<[Partial<ClubMessageRow>, string]>([
  [{}, "Scheduled for Sat 15 Mar, 18:00 (club time)"],
  [{ send_at: "2031-03-15T12:00:00Z" }, "Sent within a minute"],
  [{ sent_at: "2031-03-15T11:00:00Z", players: 1 }, "Sent Sat 15 Mar, 15:00 to 1 member"],
  [
    { sent_at: "2031-03-15T11:00:00Z", players: 3, withdrawn_at: "2031-03-15T11:30:00Z" },
    "Sent Sat 15 Mar, 15:00 to 3 members. Withdrawn Sat 15 Mar, 15:30.",
  ],
])("says when %j is sent", (change, words) => {
  expect(stateInWords({ ...row, ...change }, zone, now)).toBe(words);
});

it.each([
  [{ unread: 3, has_read: 0, waiting: 0 }, "No member has read it yet. It disappears from 3 bells."],
  [
    { unread: 1, has_read: 1, waiting: 1 },
    "1 member has read it and keeps it. It disappears from 1 bell. 1 email or push message that waits is not sent.",
  ],
  [
    { unread: 0, has_read: 2, waiting: 2 },
    "2 members have read it and keep it. It disappears from 0 bells. 2 emails and push messages that wait are not sent.",
  ],
])("says what withdrawing does with %j", (counts, words) => {
  expect(withdrawalInWords(counts)).toBe(words);
});

describe("the fields", () => {
  it("need a competition or a group", () => {
    const recipients = { audience: "subscribers", competition: "", group: "" } as const;
    expect(problemWithRecipients(recipients)).toBe("Choose a competition");
    expect(problemWithRecipients({ ...recipients, audience: "group" })).toBe("Choose a group");
    expect(problemWithRecipients({ ...recipients, audience: "everyone" })).toBeNull();
  });

  it("take a date and time of the club that has not passed", () => {
    const date = "2031-03-15";
    expect(sendTime({ date, time: "16:01" }, zone, now)).toEqual({ sendAt: "2031-03-15T12:01:00.000Z" });
    expect(sendTime({ date, time: "16:00" }, zone, now)).toEqual({ problem: "Choose a time in the future" });
    expect(sendTime({ date: "", time: "16:00" }, zone, now)).toEqual({
      problem: "Please fill in both date and time",
    });
  });
});
