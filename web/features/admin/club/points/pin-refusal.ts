import * as words from "#words/admin-club";
import { AdminError } from "../../shared/acts/use-admin-mutation.ts";

interface Clearing {
  outcome: string;
  retry_after_seconds?: number | null;
}

/** Why all points were not cleared, in words for the admin; null for another outcome. */
export function pinRefusal({ outcome, retry_after_seconds: seconds }: Clearing): AdminError | null {
  switch (outcome) {
    case "wrong_pin":
      return new AdminError(words.invalidPin);
    case "no_pin":
      return new AdminError(words.noPinIsSetYet);
    case "locked":
      return new AdminError(words.tooManyWrongPins({ minutes: Math.ceil((seconds ?? 60) / 60) }));
    default:
      return null;
  }
}
