import * as words from "#words/admin-content";
import type { Audience, ClubMessageRow } from "../../../../backend/types/admin-rows.ts";
import { dayInZone } from "../../../../football/time/club-day.ts";
import { clubInstant } from "../../../../football/time/club-instant.ts";
import { clubKickOff } from "../../../../football/time/club-kick-off.ts";
import type { Reach, Recipients } from "./message-queries.ts";

export const audiences: readonly { id: Audience; label: string }[] = [
  { id: "everyone", label: words.everyone },
  { id: "subscribers", label: words.subscribersOfACompetition },
  { id: "group", label: words.membersOfAGroup },
  { id: "missing_picks", label: words.membersWhoMissNextPicks },
];

/** `To 42 members: 42 in the bell, 12 by push, 30 by email` */
export function reachInWords({ members, bell, push, email }: Reach): string {
  return words.howManyReceive({ members, bell, push, email });
}

/** Why the recipients are incomplete; null if they are not. */
export function problemWithRecipients({ audience, competition, group }: Recipients): string | null {
  if (audience === "subscribers" && competition === "") return words.chooseACompetition;
  if (audience === "group" && group === "") return words.chooseAGroup;
  return null;
}

/** The instant of a date and time in the club's time zone, or why a message cannot be sent then. */
export function sendTime(
  { date, time }: { date: string; time: string },
  zone: string,
  now: number,
): { sendAt: string } | { problem: string } {
  const sendAt = clubInstant(date, time, zone);
  if (sendAt === null) return { problem: words.fillInDateAndTime };
  return Date.parse(sendAt) > now ? { sendAt } : { problem: words.chooseTimeInFuture };
}

/** The time of day of an instant in the club's time zone: `18:00`. */
export function timeInZone(zone: string, instant: string): string {
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" });
  return clock.format(new Date(instant));
}

/** An instant in the club's time zone: `Sat 1 Jan, 18:00`. */
export function clubMoment(instant: string, zone: string, now: number): string {
  const moment = { match_date: dayInZone(zone, instant), match_time: timeInZone(zone, instant) };
  return clubKickOff({ ...moment, kickoff_confirmed: true }, Number(dayInZone(zone, now).slice(0, 4)));
}

/** `Subscribers of FA Cup` */
export function recipientsInWords({ audience, recipients }: ClubMessageRow): string {
  if (audience === "subscribers")
    return words.subscribersOf({ competition: recipients ?? words.aCompetition });
  if (audience === "group")
    return recipients === null ? words.aDeletedGroup : words.groupNamed({ name: recipients });
  if (audience === "member") return recipients ?? words.aMember;
  return audience === "everyone" ? words.everyone : words.membersWhoMissPicks;
}

/** When a message is or was sent: `Sent Sat 1 Jan, 18:00 to 42 members` */
export function stateInWords(row: ClubMessageRow, zone: string, now: number): string {
  const { send_at, sent_at, players, withdrawn_at } = row;
  if (sent_at === null)
    return Date.parse(send_at) <= now
      ? words.sentWithinAMinute
      : words.scheduledFor({ time: clubMoment(send_at, zone, now) });
  const sent = words.sentToMembers({ time: clubMoment(sent_at, zone, now), players: players ?? 0 });
  return withdrawn_at === null
    ? sent
    : words.sentAndWithdrawn({ sent, time: clubMoment(withdrawn_at, zone, now) });
}

/** What withdrawing a message does: `2 members have read it and keep it. It disappears from 40 bells.` */
export function withdrawalInWords({
  unread,
  has_read: read,
  waiting,
}: {
  unread: number;
  has_read: number;
  waiting: number;
}): string {
  const readers = read === 0 ? words.noMemberHasReadIt : words.membersHaveRead({ read });
  const queued = waiting === 0 ? "" : ` ${words.waitingAreNotSent({ waiting })}`;
  return `${readers} ${words.disappearsFromBells({ unread })}${queued}`;
}
