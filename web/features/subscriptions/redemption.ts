import * as words from "#words/subscriptions";
import type { RedemptionRow } from "../../backend/types/rows.ts";
import { competitionWithId } from "../../football/rules/competitions.ts";
import { lastDay } from "../../football/time/club-day.ts";

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
  const plan = competitionWithId(row.subscription_type ?? "")?.name ?? words.yourSubscription;
  switch (row.outcome) {
    case "redeemed":
      return {
        isActive: true,
        ...(row.subscription_type && { competition: row.subscription_type }),
        message: row.expires_at
          ? words.planIsActiveUntil({ plan, day: lastDay(row.expires_at, timeZone) })
          : words.planIsActive({ plan }),
      };
    case "invalid":
      return { isActive: false, message: words.codeIsNotValid };
    case "used":
      // The player's own code: the answer to the first press may have been lost.
      return row.subscription_type && row.expires_at
        ? {
            isActive: true,
            competition: row.subscription_type,
            message: words.youHaveUsedThisCode({ plan, day: lastDay(row.expires_at, timeZone) }),
          }
        : { isActive: false, message: words.codeIsUsed };
    case "expired":
      return { isActive: false, message: words.codeHasExpired };
    case "locked":
      return {
        isActive: false,
        message: words.tooManyWrongCodes({ wait: wait(row.retry_after_seconds ?? 900) }),
      };
  }
}

function wait(seconds: number): string {
  if (seconds < 60) return words.countOfSeconds({ count: seconds });
  const minutes = Math.ceil(seconds / 60);
  return words.countOfMinutes({ count: minutes });
}
