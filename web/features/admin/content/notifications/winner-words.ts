import type { WinnersToTellRow } from "../../../../backend/types/admin-rows.ts";
import { kickOff } from "../../../../football/time/kick-off.ts";
import { plural } from "../../../../ui/text/plural.ts";

/** `Ann with 6 points`, `Ann and Bob with 6 points each`, `Correction: Ann, Bob, Cleo and 2 others now win with 6 points each`. */
export function winnersInWords(row: WinnersToTellRow): string {
  const { winners, winner_count: count, is_correction: isCorrection } = row;
  if (count === 0) return "Correction: no winner";
  const others = count - winners.length;
  const names = others > 0 ? [...winners, plural(others, "other")] : winners;
  const list = [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ");
  const score = `with ${plural(row.points ?? 0, "point")}${count > 1 ? " each" : ""}`;
  if (!isCorrection) return `${list} ${score}`;
  return `Correction: ${list} now ${count > 1 ? "share" : "wins"} it ${score}`;
}

/** When the messages are sent: `Message: Today 18:40, two hours after the last change`. */
export function sendingInWords({ due_at, is_held }: WinnersToTellRow, now: number): string {
  if (is_held) return "Held. No message until you release or send it.";
  if (Date.parse(due_at) <= now) return "Message within a minute";
  return `Message: ${kickOff(due_at, now)}, two hours after the last change`;
}
