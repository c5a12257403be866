import type { RedemptionRow } from "../../backend/types/rows.ts";
import { competitionWithId } from "../../football/rules/competitions.ts";
import { lastDay } from "../../football/time/club-day.ts";
import { plural } from "../../ui/text/plural.ts";

export const codeLength = 7;

/** The digits of what was typed, pasted or linked, at most as many as a code has. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, "").slice(0, codeLength);
}

/** The result of redeeming a code. */
export interface Redemption {
  isActive: boolean;
  message: string;
  /** The competition of a redeemed code, by its id. */
  competition?: string;
}

/** The result with its message for the player. `timeZone` is the club's. */
export function redemptionOf(row: RedemptionRow, timeZone: string): Redemption {
  const plan = competitionWithId(row.subscription_type ?? "")?.name ?? "Your subscription";
  switch (row.outcome) {
    case "redeemed":
      return {
        isActive: true,
        ...(row.subscription_type && { competition: row.subscription_type }),
        message: `${plan} is active${row.expires_at ? ` until ${lastDay(row.expires_at, timeZone)}` : ""}. Good luck!`,
      };
    case "invalid":
      return { isActive: false, message: "This code is not valid. Check the seven digits and try again." };
    case "used":
      return { isActive: false, message: "This code has already been used. Each code works only once." };
    case "expired":
      return { isActive: false, message: "This code has expired. Ask an organiser for a new one." };
    case "locked":
      return {
        isActive: false,
        message: `Too many wrong codes. Try again in ${wait(row.retry_after_seconds ?? 900)}.`,
      };
  }
}

function wait(seconds: number): string {
  if (seconds < 60) return plural(seconds, "second");
  const minutes = Math.ceil(seconds / 60);
  return plural(minutes, "minute");
}
