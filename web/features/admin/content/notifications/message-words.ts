import type { Audience, ClubMessageRow } from "../../../../backend/types/admin-rows.ts";
import { dayInZone } from "../../../../football/time/club-day.ts";
import { clubInstant } from "../../../../football/time/club-instant.ts";
import { clubKickOff } from "../../../../football/time/club-kick-off.ts";
import { plural } from "../../../../ui/text/plural.ts";
import type { Reach, Recipients } from "./message-queries.ts";

export const audiences: readonly { id: Audience; label: string }[] = [
  { id: "everyone", label: "Everyone" },
  { id: "subscribers", label: "Subscribers of a competition" },
  { id: "group", label: "Members of a group" },
  { id: "missing_picks", label: "Members who miss picks of the next matchday" },
];

/** `To 42 members: 42 in the bell, 12 by push, 30 by email` */
export function reachInWords({ members, bell, push, email }: Reach): string {
  return `To ${plural(members, "member")}: ${bell} in the bell, ${push} by push, ${email} by email`;
}

/** Why the recipients are incomplete; null if they are not. */
export function problemWithRecipients({ audience, competition, group }: Recipients): string | null {
  if (audience === "subscribers" && competition === "") return "Choose a competition";
  if (audience === "group" && group === "") return "Choose a group";
  return null;
}

/** The instant of a date and time in the club's time zone, or why a message cannot be sent then. */
export function sendTime(
  { date, time }: { date: string; time: string },
  zone: string,
  now: number,
): { sendAt: string } | { problem: string } {
  const sendAt = clubInstant(date, time, zone);
  if (sendAt === null) return { problem: "Please fill in both date and time" };
  return Date.parse(sendAt) > now ? { sendAt } : { problem: "Choose a time in the future" };
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
  if (audience === "subscribers") return `Subscribers of ${recipients ?? "a competition"}`;
  if (audience === "group") return recipients === null ? "A deleted group" : `Group ${recipients}`;
  if (audience === "member") return recipients ?? "A member";
  return audience === "everyone" ? "Everyone" : "Members who miss picks";
}

/** When a message is or was sent: `Sent Sat 1 Jan, 18:00 to 42 members` */
export function stateInWords(row: ClubMessageRow, zone: string, now: number): string {
  const { send_at, sent_at, players, withdrawn_at } = row;
  if (sent_at === null)
    return Date.parse(send_at) <= now
      ? "Sent within a minute"
      : `Scheduled for ${clubMoment(send_at, zone, now)} (club time)`;
  const sent = `Sent ${clubMoment(sent_at, zone, now)} to ${plural(players ?? 0, "member")}`;
  return withdrawn_at === null ? sent : `${sent}. Withdrawn ${clubMoment(withdrawn_at, zone, now)}.`;
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
  const readers =
    read === 0
      ? "No member has read it yet."
      : `${plural(read, "member has read it and keeps it", "members have read it and keep it")}.`;
  const queued =
    waiting === 0
      ? ""
      : ` ${plural(waiting, "email or push message that waits is", "emails and push messages that wait are")} not sent.`;
  return `${readers} It disappears from ${plural(unread, "bell")}.${queued}`;
}
