import * as words from "#words/admin-content";
import * as footballWords from "#words/football";
import type { WinnersToTellRow } from "../../../../backend/types/admin-rows.ts";
import { kickOffInSentence } from "../../../../football/time/kick-off.ts";

/** `Ann with 6 points`, `Ann and Bob with 6 points each`, `Correction: Ann, Bob, Cleo and 2 others now win with 6 points each`. */
export function winnersInWords(row: WinnersToTellRow): string {
  const { winners, winner_count: count, is_correction: isCorrection } = row;
  if (count === 0) return words.correctionNoWinner;
  const others = count - winners.length;
  const all = others > 0 ? [...winners, words.others({ others })] : winners;
  const names = [all.slice(0, -1).join(", "), all.at(-1)].filter(Boolean).join(` ${footballWords.and} `);
  const win = { count, names, points: row.points ?? 0 };
  return isCorrection ? words.winnersAreCorrected(win) : words.winnersWith(win);
}

/** When the messages are sent: `Message: Today 18:40, two hours after the last change`. */
export function sendingInWords({ due_at, is_held }: WinnersToTellRow, now: number): string {
  if (is_held) return words.heldNoMessageUntil;
  if (Date.parse(due_at) <= now) return words.messageWithinAMinute;
  return words.messageAt({ time: kickOffInSentence(due_at, now) });
}
